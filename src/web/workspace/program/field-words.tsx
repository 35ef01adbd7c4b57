import { Link } from "react-router";
import { addressOfRegister } from "./registers.ts";
import type { Link as RecordLink, RegisterField, RegisterRecord } from "./registers.ts";
import { valueWords } from "./values.ts";

/** A field of a record as people read it: its links by name. */
export function FieldWords({
  field,
  record,
}: {
  field: RegisterField;
  record: Pick<RegisterRecord, "fields" | "links">;
}) {
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
  return valueWords(field, value, (target) => target);
}

const addresses: Record<RecordLink["type"], (target: string) => string> = {
  person: (id) => `${addressOfRegister("people")}?record=${id}`,
  system: () => "/dashboard/systems",
  control: (id) => `/dashboard/controls/${id}`,
  exhibit: (number) => `/dashboard/evidence?exhibit=${number}`,
};

function LinkWords({ link: { type, target, label, ended } }: { link: RecordLink }) {
  return (
    <>
      <Link className="link" to={addresses[type](target)}>
        {label}
      </Link>
      {ended && <span className="faint"> (ended)</span>}
    </>
  );
}
