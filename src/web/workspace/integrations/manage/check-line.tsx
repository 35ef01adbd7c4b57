import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { registerTime } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import type { ConnectionCheck } from "../connection.ts";
import { outcomes } from "../outcomes.ts";
import { OpenResources } from "./open-resources.tsx";

interface CheckLineProps {
  connectionId: string;
  check: ConnectionCheck;
  search: string;
}

/** One check: what it came to and why; opened, what to do about it and every resource that it is about. */
export function CheckLine({ connectionId, check, search }: CheckLineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { finding, word } = outcomes[check.outcome];
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <button
          type="button"
          className="check-title"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
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
        <span className="text-xs text-ink-3">{said(check)}</span>
      </div>
      {open && (
        <div id={id} className="check-more">
          {check.outcome !== "pass" && <p>{check.hint}</p>}
          <p className="text-ink-2">
            {check.passing.toLocaleString("en-US")} passing, {check.failing.toLocaleString("en-US")} failing,{" "}
            {check.unknown.toLocaleString("en-US")} unknown.
            {check.lastPassedAt && check.outcome !== "pass" && ` Last passed ${registerTime(check.lastPassedAt)} UTC.`}
          </p>
          {check.controls.length > 0 && (
            <p className="text-ink-2">
              Evidence for{" "}
              {check.controls.map((control, index) => (
                <span key={control}>
                  {index > 0 && ", "}
                  <Link className="link" to={`/dashboard/controls/${control}`}>
                    {control}
                  </Link>
                </span>
              ))}
            </p>
          )}
          {check.open.length > 0 && <OpenResources connectionId={connectionId} check={check} search={search} />}
        </div>
      )}
    </>
  );
}

function said({ severity, since, observedAt }: ConnectionCheck): string {
  const grave = `${severity[0]!.toUpperCase()}${severity.slice(1)}`;
  if (!observedAt) return `${grave}. Not observed yet.`;
  return since ? `${grave}. Since ${registerTime(since)} UTC.` : `${grave}.`;
}
