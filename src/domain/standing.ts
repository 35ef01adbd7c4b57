import type { ControlStatus, StatusEnd } from "./control-status.ts";

/** What a ledger says when a control comes to stand so; the database has the same words in app.event_of_status. */
export const eventOfStatus: Readonly<Record<ControlStatus, string>> = {
  passing: "control.passing",
  failing: "control.failing",
  "needs evidence": "control.needsEvidence",
  "not applicable": "control.notApplicable",
};

const DAY_MS = 24 * 60 * 60_000;
/** Days before an item's time is up on which people are reminded. */
const LEADS = [14, 1];

/**
 * When people are reminded that a passing control will fall, the earlier moment first. Only in the second half of the life of
 * what it rests on: what is collected every day needs no reminder.
 */
export function remindersOf({ at, from }: StatusEnd): Date[] {
  const life = from === null ? Number.POSITIVE_INFINITY : at.getTime() - from.getTime();
  return LEADS.filter((days) => life > 2 * days * DAY_MS).map((days) => new Date(at.getTime() - days * DAY_MS));
}

/** Whether it is time to see to what a passing control rests on. */
export function isExpiring(status: ControlStatus, end: StatusEnd | null, now: Date): boolean {
  return status === "passing" && end !== null && remindersOf(end).some((moment) => moment <= now);
}

/** The next moment after `now` at which such a control is to be looked at again; null if time alone changes nothing. */
export function nextLook(status: ControlStatus, end: StatusEnd | null, now: Date): Date | null {
  if (end === null) return null;
  const reminders = status === "passing" ? remindersOf(end) : [];
  return [...reminders, end.at].find((moment) => moment > now) ?? end.at;
}
