import { CalendarClock } from "lucide-react";
import { Link } from "react-router";
import { dayOfRecord, exactTime, longDate, registerTime } from "#web/design/dates.ts";
import { Button } from "#web/design/button.tsx";
import { Glyph } from "#web/design/glyph.tsx";
import { Icon } from "#web/design/icon.tsx";
import { spokenNumber, withSpokenNumbers } from "../exhibit-numbers.ts";
import { kindWords, pageOfAlert } from "./alert.ts";
import type { Alert } from "./alert.ts";
import type { AlertActions } from "./use-alerts.ts";

const findings = { failing: "failing", expired: "needs evidence" } as const;

interface AlertRowProps {
  alert: Alert;
  actions: AlertActions;
  mayAcknowledge: boolean;
  /** Followed by a press on the control's name. */
  onLeave?: (() => void) | undefined;
}

/** One alert: what it is about, what was found, since when, and what one can do. */
export function AlertRow({ alert, actions, mayAcknowledge, onLeave }: AlertRowProps) {
  const { control, endedAt, acknowledged } = alert;
  const isOpen = endedAt === null;
  return (
    <li className="alert-row" data-kind={isOpen ? alert.kind : "ended"}>
      <Shape kind={isOpen ? alert.kind : "ended"} />
      <div className="narrows">
        <p className="alert-kind">{isOpen ? kindWords[alert.kind] : endedWords(alert)}</p>
        <Link className="alert-control link-alone" to={pageOfAlert(alert)} onClick={onLeave}>
          {control.title}
        </Link>
        <p className="alert-reason">{reasonOf(alert)}</p>
        <p className="alert-times">
          <Times alert={alert} />
          {acknowledged && (
            <>
              {" "}
              Acknowledged by {acknowledged.by},{" "}
              <time dateTime={acknowledged.at} title={exactTime(acknowledged.at)}>
                {registerTime(acknowledged.at)} UTC
              </time>
              .
            </>
          )}
          {alert.mutedUntil && <> Muted. No emails about it until {longDate(alert.mutedUntil)}.</>}
        </p>
        {isOpen && <Actions alert={alert} actions={actions} mayAcknowledge={mayAcknowledge} />}
      </div>
    </li>
  );
}

/** The shape that the same finding has everywhere. */
function Shape({ kind }: { kind: Alert["kind"] | "ended" }) {
  if (kind === "expiring") return <Icon of={CalendarClock} />;
  return <Glyph of={kind === "ended" ? "passing" : findings[kind]} size={16} />;
}

function Actions({ alert, actions, mayAcknowledge }: Omit<AlertRowProps, "onLeave">) {
  const { control, acknowledged, mutedUntil } = alert;
  return (
    <div className="alert-actions">
      {mayAcknowledge && !acknowledged && (
        <Button
          size="small"
          busy={actions.acknowledging === alert.id && "Saving..."}
          aria-label={`Acknowledge: ${control.title}`}
          onClick={(event) => {
            // The button goes once it is done; the alert is gone on with.
            event.currentTarget.closest("li")?.querySelector("a")?.focus();
            actions.acknowledge(alert.id);
          }}
        >
          Acknowledge
        </Button>
      )}
      {mutedUntil ? (
        <Button size="small" kind="quiet" aria-label={`Unmute: ${control.title}`} onClick={() => actions.unmute(alert)}>
          Unmute
        </Button>
      ) : (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Mute for a week: ${control.title}`}
          onClick={() => actions.mute(alert)}
        >
          Mute for a week
        </Button>
      )}
    </div>
  );
}

const endedWords = ({ kind }: Alert) => (kind === "expiring" ? "Evidence renewed" : "No longer open");

function reasonOf({ kind, exhibit, expiresAt, endedAt, reason }: Alert): string {
  if (kind !== "expiring" || endedAt !== null || expiresAt === null) return withSpokenNumbers(reason);
  return `${exhibit ? spokenNumber(exhibit) : "Its evidence"} expires on ${longDate(expiresAt)}. Add a newer item before then.`;
}

function Times({ alert: { beganAt, endedAt } }: { alert: Alert }) {
  const began = (
    <time dateTime={beganAt} title={exactTime(beganAt)}>
      {registerTime(beganAt)}
    </time>
  );
  if (endedAt === null) return <>Since {began} UTC.</>;
  return (
    <>
      {began} to{" "}
      <time dateTime={endedAt} title={exactTime(endedAt)}>
        {dayOfRecord(beganAt) === dayOfRecord(endedAt) ? registerTime(endedAt).slice(-5) : registerTime(endedAt)}
      </time>{" "}
      UTC.
    </>
  );
}
