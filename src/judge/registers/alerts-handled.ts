import { afterBusinessDay } from "#domain/business-day.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import {
  fails,
  hasValue,
  instantOf,
  isApproved,
  isEndedUnseen,
  isFiled,
  isGone,
  isUnknown,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const DAY_MS = 86_400_000;
const ASKED_DAYS = 30;
const OUTCOMES = ["false-alarm", "expected", "fixed", "incident"];

/**
 * Each alert of the last 30 days was acknowledged within one business day and closed with a reason, as an export or ticket on file says
 * that another person reviewed. The list was confirmed lately: one of a month ago knows nothing of this one.
 */
export function alertsHandled({ register, now }: RegisterInputs): RegisterVerdict {
  const alerts = register("alerts");
  const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `ALR-${number}`));
  const raised = (row: SnapshotRow) => instantOf(row, "raisedAt");
  const from = new Date(now.getTime() - ASKED_DAYS * DAY_MS);
  const all = alerts.rows.filter((row) => !isGone(row));
  const there = all.filter(({ state }) => state !== "ended");
  const isRecent = (row: SnapshotRow) => !(raised(row)! <= from);
  const recent = there.filter(isRecent);
  // A late one stays late where somebody withdraws it.
  const late = all.filter(isRecent).filter((row) => {
    const [at, taken] = [raised(row), instantOf(row, "acknowledgedAt")];
    const seen = row.state === "ended" ? new Date(row.endedAt ?? now) : now;
    return at !== undefined && afterBusinessDay(at) < (taken ?? seen);
  });
  if (late.length > 0) return fails(`Not acknowledged within one business day: ${numbers(late)}.`);
  const isBare = (row: SnapshotRow) =>
    row.fields["closedAt"] !== undefined &&
    (!hasValue(row, "reason") || !OUTCOMES.includes(textOf(row, "outcome") ?? ""));
  const bare = recent.filter(isBare);
  if (bare.length > 0) return fails(`Closed without a reason: ${numbers(bare)}.`);
  const missing = notWhole(alerts, "Alerts", now);
  if (missing !== undefined) return isUnknown(missing);
  const isPast = (at: Date | undefined, after: Date) => at !== undefined && after <= at && at <= now;
  const misdated = recent.filter((row) => {
    const [at, taken, closed] = [raised(row), instantOf(row, "acknowledgedAt"), instantOf(row, "closedAt")];
    const isWrong = (field: string, when: Date | undefined) => row.fields[field] !== undefined && !isPast(when, at!);
    return !at || at > now || isWrong("acknowledgedAt", taken) || isWrong("closedAt", closed);
  });
  if (misdated.length > 0) return isUnknown(`Times of these cannot be: ${numbers(misdated)}.`);
  // Of an earlier one it is asked alone that another person agrees when it came.
  const unseen = there.filter((row) => !(isRecent(row) ? isFiled(row, "source") : isApproved(row)));
  if (there.length === 0) return isUnknown("No alert is on record. Add one with the export that shows it.");
  const changed = all.filter(isEndedUnseen);
  if (changed.length > 0)
    return isUnknown(`Changed before they were withdrawn, and not reviewed by another person: ${numbers(changed)}.`);
  if (unseen.length > 0)
    return isUnknown(`Not reviewed by another person with the export or ticket on file: ${numbers(unseen)}.`);
  const isNew = (row: SnapshotRow) => row.fields["acknowledgedAt"] === undefined;
  const open = recent.filter((row) => row.fields["closedAt"] === undefined && !isNew(row));
  if (open.length > 0) return isUnknown(`Acknowledged and not closed yet: ${numbers(open)}.`);
  const earlier = there.length - recent.length;
  const before = earlier > 0 ? ` ${earlier} earlier, and counted no more.` : "";
  const what =
    recent.length === 0
      ? `No alert in the last 30 days.${before}`
      : `${counted(recent.length, "alert in the last 30 days, handled or in time.", "alerts in the last 30 days, each handled or in time.")}${before}`;
  return passes(what, [alerts.confirmedUntil, ...recent.filter(isNew).map((row) => afterBusinessDay(raised(row)!))]);
}
