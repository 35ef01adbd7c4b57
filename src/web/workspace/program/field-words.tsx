import { Link } from "react-router";
import { dayIn } from "#domain/registers/end-of-day.ts";
import { exactTime, longDate } from "#web/design/dates.ts";
import { addressOfRegister } from "./registers.ts";
import type { Link as RecordLink, RegisterField, RegisterRecord } from "./registers.ts";
import { valueWords } from "./values.ts";

interface FieldWordsProps {
  field: RegisterField;
  record: Pick<RegisterRecord, "fields" | "links">;
  /** In a list an instant is its day; the time is told on hover, and on the record's own panel. */
  short?: boolean;
}

/** A field of a record as people read it: its links by name. */
export function FieldWords({ field, record, short = false }: FieldWordsProps) {
  const value = record.fields[field.key];
  const links = record.links.filter((link) => link.field === field.key);
  if (value === undefined) return <span className="faint">None</span>;
  if (links.length > 0)
    return links.map((link, index) => (
      <span key={link.target}>
        {index > 0 && ", "}
        <LinkWords link={link} />
      </span>
    ));
  if (field.type === "url" && typeof value === "string")
    return (
      <a className="link wraps" href={value} target="_blank" rel="noreferrer noopener">
        {value.replace(/^https?:\/\//, "").replace(/\/$/, "")}
      </a>
    );
  if (short && field.type === "instant" && typeof value === "string")
    return (
      <time dateTime={value} title={exactTime(value)}>
        {longDate(dayIn(field, value))}
      </time>
    );
  return valueWords(field, value, (target) => target);
}

function addressOf({ type, target, register }: RecordLink): string {
  switch (type) {
    case "person":
    case "record":
      return `${addressOfRegister(register ?? "people")}?record=${target}`;
    case "system":
      return "/dashboard/systems";
    case "control":
      return `/dashboard/controls/${target}`;
    case "exhibit":
      return `/dashboard/evidence?exhibit=${target}`;
  }
}

function LinkWords({ link }: { link: RecordLink }) {
  const { label, ended } = link;
  if (label === "") return <span className="faint">Something that you may not see</span>;
  return (
    <>
      <Link className="link" to={addressOf(link)}>
        {label}
      </Link>
      {ended && <span className="faint"> (ended)</span>}
    </>
  );
}
