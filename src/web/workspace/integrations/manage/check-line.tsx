import { ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import type { Provider } from "#catalog/providers.ts";
import { CopyButton } from "#web/design/copy-button.tsx";
import { registerTime } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import type { ConnectionCheck, ConnectionDetails } from "../connection.ts";
import { outcomes } from "../outcomes.ts";
import { OpenResources } from "./open-resources.tsx";

interface CheckLineProps {
  connection: ConnectionDetails;
  provider: Provider;
  check: ConnectionCheck;
  search: string;
  /** Kept in the address, so that a check can be sent to somebody. */
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** One check: what it came to and why; opened, what to do about it and every resource that it is about. */
export function CheckLine({ connection, provider, check, search, open, onToggle }: CheckLineProps) {
  const id = useId();
  const title = useRef<HTMLButtonElement>(null);
  const arrived = useRef(open);
  const { finding, word } = outcomes[check.outcome];
  // Whoever follows a link to a check begins there; whoever opens it is there already.
  useEffect(() => {
    if (!arrived.current) return;
    title.current?.focus({ preventScroll: true });
    // After the panel has brought its tabs into sight.
    requestAnimationFrame(() => title.current?.scrollIntoView({ block: "start" }));
  }, []);
  return (
    <>
      <div className="line-head">
        <button
          ref={title}
          type="button"
          className="check-title"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onToggle(!open)}
        >
          <Icon of={open ? ChevronDown : ChevronRight} size={14} />
          {check.title}
        </button>
        <Mark finding={finding} size="small">
          {word}
        </Mark>
      </div>
      <div className="check-reason">
        <Reason finding={finding}>{check.reason}</Reason>
        <span className="fine faint">{said(check)}</span>
      </div>
      {open && (
        <div id={id} className="check-more">
          {check.outcome !== "pass" && (
            <p>
              <b className="strong">What to do:</b> {check.hint}
            </p>
          )}
          <p className="quiet">{counted(check)}</p>
          <p className="check-place quiet">
            <span>
              {check.controls.length > 0 && "Evidence for "}
              {check.controls.map((control, index) => (
                <span key={control}>
                  {index > 0 && ", "}
                  <Link className="link" to={`/dashboard/controls/${control}`}>
                    {control}
                  </Link>
                </span>
              ))}
            </span>
            <CopyButton text={location.href} name="Copy link to this check">
              Copy link
            </CopyButton>
          </p>
          {check.open.length > 0 && <OpenResources {...{ connection, provider, check, search }} />}
        </div>
      )}
    </>
  );
}

function said({ severity, outcome, since, observedAt }: ConnectionCheck): string {
  const grave = `${severity[0]!.toUpperCase()}${severity.slice(1)} severity`;
  if (!observedAt) return `${grave}. Not checked yet.`;
  return since ? `${grave}. ${stands[outcome]} since ${registerTime(since)} UTC.` : `${grave}.`;
}

const stands: Readonly<Record<ConnectionCheck["outcome"], string>> = {
  pass: "Passing",
  fail: "Failing",
  unknown: "Unknown",
  "not applicable": "Not applicable",
};

/** `4 pass, 1 fails. Last passed Nov 20 16:00 UTC.`; of nothing there is nothing to say. */
function counted({ passing, failing, unknown, outcome, lastPassedAt }: ConnectionCheck): string {
  const parts = [
    ...(passing > 0 ? [`${passing.toLocaleString("en-US")} ${passing === 1 ? "passes" : "pass"}`] : []),
    ...(failing > 0 ? [`${failing.toLocaleString("en-US")} ${failing === 1 ? "fails" : "fail"}`] : []),
    ...(unknown > 0 ? [`${unknown.toLocaleString("en-US")} unknown`] : []),
  ];
  const seen = parts.length > 0 ? `${parts.join(", ")}.` : "No resources were checked.";
  if (outcome === "pass" || outcome === "not applicable") return seen;
  return lastPassedAt ? `${seen} Last passed ${registerTime(lastPassedAt)} UTC.` : `${seen} It has never passed.`;
}
