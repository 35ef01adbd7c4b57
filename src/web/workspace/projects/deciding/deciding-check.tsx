import { longDate, registerTime } from "#web/design/dates.ts";
import { Mark, Reason } from "#web/design/mark.tsx";
import { frameworkName } from "../../frameworks.ts";
import { CheckActions, CheckMenu } from "../manual-tests/check-actions.tsx";
import { basisOfCheck, isSettled, reasonOfCheck, stateOfCheck } from "./deciding-words.ts";
import type { Check } from "./deciding-words.ts";
import { Exhibit } from "./exhibit.tsx";
import { PartLines } from "./part-lines.tsx";
import { useShown } from "./use-shown.ts";
import { useShownHere } from "./use-shown-here.ts";

interface DecidingCheckProps {
  controlId: string;
  number: number;
  check: Check;
}

/** One check: how it stands, what it expects, what its parts came to, on what that rests, and the one thing to do about it. */
export function DecidingCheck({ controlId, number, check }: DecidingCheckProps) {
  const { check: shown, form } = useShown();
  const isShown = shown === check.checkId;
  const ref = useShownHere<HTMLLIElement>(isShown, form !== undefined);
  const { finding, word } = stateOfCheck(check);
  const reason = reasonOfCheck(check);
  return (
    <li ref={ref} tabIndex={-1} data-shown={isShown || undefined}>
      <span className="deciding-number" aria-hidden="true">
        {number}
      </span>
      <div className="deciding-item">
        <div className="apart">
          <h3>{check.title}</h3>
          <span className="deciding-state">
            <Mark finding={finding}>{word}</Mark>
            <CheckMenu controlId={controlId} check={check} />
          </span>
        </div>
        <p className="deciding-expects">
          {check.wanted}
          {check.onlyFor && <> For {check.onlyFor.map(frameworkName).join(", ")} only.</>}
        </p>
        {reason && <Reason finding={finding}>{reason}</Reason>}
        {!isSettled(check) && <PartLines check={check} />}
        <RestsOn check={check} isAlone={reason !== ""} />
        {isSettled(check) && check.parts.some(({ systems }) => systems.length > 0) && (
          <details className="deciding-parts-fold">
            <summary>{check.parts.length === 1 ? "1 part" : `${check.parts.length} parts`}</summary>
            <PartLines check={check} />
          </details>
        )}
        <CheckActions controlId={controlId} check={check} />
      </div>
    </li>
  );
}

/** By whom it was decided, from when and until when that counts, and the item that shows it; the parts of an open check say it themselves. */
function RestsOn({ check, isAlone }: { check: Check; isAlone: boolean }) {
  const { source, observedAt, validUntil, exhibit, evidenceId } = check;
  if (!source || !observedAt || !validUntil || !(isAlone || isSettled(check))) return null;
  const basis = basisOfCheck(check);
  return (
    <p className="deciding-facts">
      {basis && <span>{basis}</span>}
      <span>
        {registerTime(observedAt)} UTC, valid until {longDate(validUntil)}
      </span>
      {exhibit && <Exhibit exhibit={exhibit} evidenceId={evidenceId} />}
    </p>
  );
}
