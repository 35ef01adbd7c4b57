import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { frameworkName } from "../frameworks.ts";
import type { ControlDetails, FiledItem } from "./project.ts";

const states: Record<FiledItem["state"], string> = {
  current: "Current",
  expired: "Expired",
  superseded: "Superseded",
};

/** Items filed under a control, each with whether it still counts and until when. */
export function FiledItems({ items }: { items: readonly FiledItem[] }) {
  return (
    <ul className="lines">
      {items.map((item) => (
        <li key={item.id} className="filed-item" data-state={item.state}>
          <span>
            <ItemLink item={item} /> {item.name}
          </span>
          <span className="fine faint">
            <b className="firm">{states[item.state]}</b>
            {item.state !== "superseded" && (
              <>
                , {item.state === "expired" ? "since" : "until"} {longDate(item.validUntil)}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What an auditor expects to see, and which item on file stands for it. */
export function ExpectedEvidence({ details, framework }: { details: ControlDetails; framework?: string | undefined }) {
  const concerned = details.expected.filter(
    ({ onlyFor }) => !onlyFor || framework === undefined || onlyFor.some((key) => key === framework),
  );
  return (
    <ul className="lines">
      {concerned.map(({ type, title, validForDays, onlyFor, onFile }) => (
        <li key={title}>
          <div className="apart">
            <span>
              <b className="firm">{title}</b>
              <span className="own-line fine faint">
                {type}, valid for {validForDays} days
                {onlyFor && <>, for {onlyFor.map(frameworkName).join(", ")}</>}
              </span>
            </span>
            <Mark finding={onFile ? "passing" : "needs evidence"}>{onFile ? "On file" : "Missing"}</Mark>
          </div>
          {onFile && (
            <span className="fine quiet">
              <ItemLink item={onFile} /> {onFile.name}, until {longDate(onFile.validUntil)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function ItemLink({ item }: { item: FiledItem }) {
  return (
    <Link className="exhibit-number" to={`/dashboard/evidence?item=${item.id}`}>
      {spokenNumber(item.exhibit)}
    </Link>
  );
}
