import { Link } from "react-router";
import { timeNow } from "#web/clock.ts";
import { longDate } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark } from "#web/design/mark.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import type { Removal } from "./reviews.ts";

const DAY_MS = 86_400_000;

/** What is to be removed, and what later readings say of it: what failed first, then what is open. */
export function Removals({ removals }: { removals: readonly Removal[] }) {
  if (removals.length === 0) return null;
  const order: readonly Removal["state"][] = ["back", "still there", "late", "not read", "waiting", "gone"];
  const sorted = removals.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <section aria-labelledby="removals" className="above-24">
      <div className="review-section">
        <h2 className="title-part" id="removals">
          Removals
        </h2>
        <span className="fine faint">Verified when a later complete reading no longer has the account</span>
      </div>
      <ul className="review-removals">
        {sorted.map((removal) => (
          <li key={removal.rowId}>
            <div className="narrows">
              <b>{removal.account}</b> in {removal.system}
              <span className="own-line fine faint">
                Decided {longDate(removal.at)} by {removal.by.name}. <Seen of={removal} />
              </span>
            </div>
            <Mark finding={findings[removal.state]}>{wordsOf(removal)}</Mark>
          </li>
        ))}
      </ul>
    </section>
  );
}

const findings: Readonly<Record<Removal["state"], Finding>> = {
  gone: "passing",
  late: "failing",
  back: "failing",
  "still there": "failing",
  "not read": "unknown",
  waiting: "needs evidence",
};

function wordsOf({ state, due }: Removal): string {
  if (state === "gone") return "Verified";
  if (state === "late") return "Removed late";
  if (state === "back") return "Came back";
  if (state === "still there") return "Not removed";
  if (state === "not read") return "Not read since";
  const days = Math.max(0, Math.ceil((Date.parse(due) - timeNow().getTime()) / DAY_MS));
  return `${days} ${days === 1 ? "day" : "days"} left`;
}

function Seen({ of: { state, exhibit, exhibitId, since } }: { of: Removal }) {
  if (exhibit === null || exhibitId === null) return <>No reading since.</>;
  const link = (
    <Link className="exhibit-number" to={`/dashboard/evidence?item=${exhibitId}`}>
      {spokenNumber(exhibit)}
    </Link>
  );
  if (since === null) return <>Still there in {link}.</>;
  return (
    <>
      {state === "back" ? "Back" : "Gone"} in {link}, {longDate(since)}.
    </>
  );
}
