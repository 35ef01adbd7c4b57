import { registerTime } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { ControlDetails } from "./project.ts";

const outcomes: Record<ControlDetails["checks"][number]["outcome"], { finding: Finding; word: string }> = {
  pass: { finding: "passing", word: "Pass" },
  fail: { finding: "failing", word: "Fail" },
  unknown: { finding: "unknown", word: "Unknown" },
  "not applicable": { finding: "not applicable", word: "Not applicable" },
  "not run": { finding: "needs evidence", word: "Not run" },
};

/** What each check observed; one that could not tell says so and is never green. */
export function Checks({ details }: { details: ControlDetails }) {
  if (details.checks.length === 0) {
    return <p className="text-ink-2">No check can observe this control. Its evidence is filed by people.</p>;
  }
  return (
    <ul className="lines">
      {details.checks.map((check) => {
        const { finding, word } = outcomes[check.outcome];
        const seen = [check.source, check.observedAt && registerTime(check.observedAt)].filter(Boolean).join(", ");
        return (
          <li key={check.checkId}>
            <div className="flex items-baseline justify-between gap-4">
              <b className="font-medium">{check.title}</b>
              <Mark finding={finding}>{word}</Mark>
            </div>
            <Reason finding={finding}>{check.reason}</Reason>
            {seen && (
              <span className="text-xs text-ink-3">
                {seen}
                {check.exhibit && <span className="exhibit-number ml-2">{spokenNumber(check.exhibit)}</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
