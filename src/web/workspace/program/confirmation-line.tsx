import { BadgeCheck } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { countedRecords, current, nextOf, plural } from "./registers.ts";
import type { Register } from "./registers.ts";

/** Whether somebody confirmed that the register is complete, until when, and what it decides. */
export function ConfirmationLine({ register, onConfirm }: { register: Register; onConfirm: (() => void) | undefined }) {
  const { confirmation, checks } = register;
  const count = current(register);
  const isDue = confirmation === null || confirmation.state !== "confirmed" || confirmation.count !== count;
  const isEmpty = count === 0 && register.counts.ended === 0;
  const { kind, words } = nextOf(register);
  return (
    <div className="confirmation-line">
      <div className="narrows">
        <p className="row gap-12 confirmation-state">
          {confirmation === null ? (
            <Mark finding="needs evidence">Not confirmed complete</Mark>
          ) : confirmation.state === "ended" ? (
            <Mark finding="unknown">Confirmation ended on {longDate(confirmation.until)}</Mark>
          ) : confirmation.state === "changed" ? (
            <Mark finding="unknown">
              {confirmation.changed === 1 ? "1 record" : `${confirmation.changed} records`} changed since it was
              confirmed
            </Mark>
          ) : (
            <Mark finding="sealed">Confirmed complete until {longDate(confirmation.until)}</Mark>
          )}
          {kind === "approve" && <span className="quiet">{words}</span>}
        </p>
        <p className="compact quiet">
          {confirmation === null
            ? `${countedRecords(register, count)}.${checks.length > 0 ? " Checks answer once somebody confirms that the list is complete." : ""}`
            : `${confirmation.by.name} confirmed ${confirmation.count === 0 ? `that there are no ${plural(register)}` : countedRecords(register, confirmation.count)} on ${longDate(confirmation.at)}.${confirmation.count === count ? "" : ` Now there are ${countedRecords(register, count)}.`}`}
        </p>
        {checks.length > 0 && <p className="fine faint">Decides: {checks.map(({ title }) => title).join("; ")}.</p>}
      </div>
      {onConfirm && !isEmpty && (
        <Button size="small" icon={BadgeCheck} kind={isDue ? "secondary" : "quiet"} onClick={onConfirm}>
          Confirm Complete
        </Button>
      )}
    </div>
  );
}
