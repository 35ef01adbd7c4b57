import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { registerTime } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import type { Run } from "../connection.ts";
import { count } from "../connection.ts";
import { RunReport } from "./run-report.tsx";

const reasons: Readonly<Record<Run["reason"], string>> = {
  scheduled: "",
  first: "First collection",
  asked: "On demand",
};

/** One hour: what it brought and where that is on file; opened, the report of each step. */
export function RunLine({ connectionId, run }: { connectionId: string; run: Run }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { finding, word } = standing(run);
  const time = `${registerTime(run.slot)} UTC`;
  return (
    <>
      <div className="line-head">
        {run.state === "missed" ? (
          <span className="check-title" data-still>
            {time}
          </span>
        ) : (
          <button
            type="button"
            className="check-title"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <Icon of={open ? ChevronDown : ChevronRight} size={14} />
            {time}
          </button>
        )}
        <Mark finding={finding} size="small">
          {word}
        </Mark>
      </div>
      <div className="check-reason">
        {run.failure && <Reason finding={finding}>{run.failure}</Reason>}
        {(run.state === "done" || reasons[run.reason]) && (
          <p className="quiet">
            {[
              reasons[run.reason],
              run.state === "done" && `${count(run.items, "item")}, ${count(run.requests, "request")}`,
            ]
              .filter(Boolean)
              .join(", ")}
            {run.exhibit && run.evidenceId && (
              <>
                {run.unchanged ? ", the same as in " : ", on file as "}
                <Link className="exhibit-number" to={`/dashboard/evidence?item=${run.evidenceId}`}>
                  {spokenNumber(run.exhibit)}
                </Link>
              </>
            )}
          </p>
        )}
      </div>
      {open && (
        <div id={id} className="check-more">
          <RunReport connectionId={connectionId} run={run} />
        </div>
      )}
    </>
  );
}

function standing({ state, complete }: Run): { finding: Finding; word: string } {
  if (state === "missed") return { finding: "needs evidence", word: "Missed" };
  if (state === "failed") return { finding: "failing", word: "Failed" };
  if (state === "done")
    return complete ? { finding: "passing", word: "Complete" } : { finding: "unknown", word: "Partial" };
  return { finding: "sealed", word: state === "waiting" ? "Waiting" : "Running" };
}
