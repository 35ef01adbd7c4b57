import { answerDays } from "#domain/privacy-requests.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { dayOf, endOfDay } from "./days.ts";
import {
  fails,
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

/** So long somebody who was answered late is counted. */
const COUNTED_DAYS = 365;

/**
 * Each privacy request was answered within one month or 45 days, is not due yet, or was extended inside that time and answered within
 * the longer one. What came, what was extended and what was answered is on file, and another person reviewed it. Of what was answered
 * more than 365 days ago only that another person reviewed it is asked.
 */
export function requestsOnTime({ register, now }: RegisterInputs): RegisterVerdict {
  const requests = register("privacy-requests");
  const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `PRQ-${number}`));
  const today = dayOf(now);
  const from = dayOf(new Date(now.getTime() - COUNTED_DAYS * 86_400_000));
  const seen = requests.rows.filter((row) => !isGone(row));
  const all = seen.map((row) => ({
    row,
    days: answerDays(textOf(row, "law"), textOf(row, "receivedOn")),
    received: textOf(row, "receivedOn") ?? "",
    extended: textOf(row, "extendedOn"),
    closed: textOf(row, "closedOn"),
  }));
  const isThere = ({ row }: { readonly row: SnapshotRow }) => row.state !== "ended";
  // Who types that one was answered long ago needs another person who agrees.
  const isFormer = ({ row, days, received, closed }: (typeof all)[number]) =>
    days !== undefined && closed !== undefined && received <= closed && closed < from && isApproved(row);
  const former = all.filter(isFormer);
  const read = all.filter((own) => isThere(own) && !isFormer(own));
  const rows = (few: readonly { readonly row: SnapshotRow }[]) => few.map(({ row }) => row);
  const dated = all.filter((own) => !isFormer(own)).flatMap(({ days, ...own }) => (days ? [{ days, ...own }] : []));
  // One that was late stays late where somebody withdraws it.
  const lateExtended = dated.filter(({ days, extended }) => extended !== undefined && extended > days.first);
  if (lateExtended.length > 0) return fails(`Extended after the deadline: ${numbers(rows(lateExtended))}.`);
  const dueOf = ({ days, extended }: (typeof dated)[number]) => (extended === undefined ? days.first : days.longest);
  const late = dated.filter((own) => dueOf(own) < (own.closed ?? dayOf(own.row.endedAt ?? now)));
  if (late.length > 0) return fails(`Not answered in time: ${numbers(rows(late))}.`);
  const missing = notWhole(requests, "Privacy requests", now);
  if (missing !== undefined) return isUnknown(missing);
  const isDay = (day: string | undefined, from: string) => day !== undefined && from <= day && day <= today;
  const isWrong = ({ row, received, extended, closed }: (typeof read)[number]) =>
    (row.fields["extendedOn"] !== undefined && !isDay(extended, received)) ||
    (row.fields["closedOn"] !== undefined && !isDay(closed, received));
  const misdated = read.filter((own) => !own.days || own.received > today || isWrong(own));
  if (misdated.length > 0) return isUnknown(`Law or days of these cannot be: ${numbers(rows(misdated))}.`);
  const unseen = read.filter(
    ({ row, extended, closed }) =>
      !isFiled(row, "request") ||
      (extended !== undefined && !isFiled(row, "extension")) ||
      (closed !== undefined && !isFiled(row, "answer")),
  );
  if (unseen.length > 0)
    return isUnknown(`Not reviewed by another person with request and answer on file: ${numbers(rows(unseen))}.`);
  const changed = requests.rows.filter(isEndedUnseen);
  if (changed.length > 0)
    return isUnknown(`Changed before they were withdrawn, and not reviewed by another person: ${numbers(changed)}.`);
  const open = dated.filter(isThere).filter(({ closed }) => closed === undefined);
  const what =
    read.length === 0 ? "No privacy request came." : `${read.length} came, ${open.length} open, none of them late.`;
  const wereLate = former.filter(({ days, extended, closed }) => {
    const due = days && (extended !== undefined && extended <= days.first ? days.longest : days.first);
    return due !== undefined && due < closed!;
  });
  const before =
    wereLate.length > 0
      ? ` Answered late more than 365 days ago, and counted no more: ${numbers(rows(wereLate))}.`
      : "";
  return passes(`${what}${before}`, [requests.confirmedUntil, ...open.map((own) => endOfDay(dueOf(own)))]);
}
