import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { FiledItem } from "./project.ts";

/** Those of them that the control may rely on now. */
export const currentItems = (items: readonly FiledItem[]): readonly FiledItem[] =>
  items.filter(({ state }) => state === "current");

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

function ItemLink({ item }: { item: FiledItem }) {
  return (
    <Link className="exhibit-number" to={`/dashboard/evidence?item=${item.id}`}>
      {spokenNumber(item.exhibit)}
    </Link>
  );
}
