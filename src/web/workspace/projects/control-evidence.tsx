import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { ControlDetails, FiledItem } from "./project.ts";

/** Those of them that the control may rely on now. */
export const currentItems = (items: readonly FiledItem[]): readonly FiledItem[] =>
  items.filter(({ state }) => state === "current");

/** Ids of the items that a control's checks and documents rest on; the others under it decide nothing by themselves. */
export function decidingItems({ checks, expected }: Pick<ControlDetails, "checks" | "expected">): ReadonlySet<string> {
  const answers = checks.flatMap(({ parts }) =>
    parts.flatMap(({ systems }) => systems.flatMap((system) => system.answers)),
  );
  const ids = [...checks, ...answers].flatMap(({ evidenceId }) => evidenceId ?? []);
  const filed = expected.filter(({ asked }) => asked).flatMap(({ filings }) => filings.map(({ item }) => item.id));
  return new Set([...ids, ...filed]);
}

const states: Record<FiledItem["state"], string> = {
  current: "Current",
  expired: "Expired",
  superseded: "Superseded",
};

/** Said once where such items are listed. */
export function SupportingNote() {
  return <p className="below-4 fine faint">These items support the control. They decide nothing by themselves.</p>;
}

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

function ItemLink({ item }: { item: FiledItem }) {
  return (
    <Link className="exhibit-number" to={`/dashboard/evidence?item=${item.id}`}>
      {spokenNumber(item.exhibit)}
    </Link>
  );
}
