import { answerDays } from "#domain/privacy-requests.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import {
  dayOf,
  endOfDay,
  fails,
  isEndedUnseen,
  isFiled,
  isUnknown,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/**
 * Each privacy request was answered within one month or 45 days, is not due yet, or was extended inside that time and answered within
 * the longer one. What came, what was extended and what was answered is on file, and another person reviewed it.
 */
export function requestsOnTime({ register, now }: RegisterInputs): RegisterVerdict {
  const requests = register("privacy-requests");
  const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `PRQ-${number}`));
  const today = dayOf(now);
  const all = requests.rows.map((row) => ({
    row,
    days: answerDays(textOf(row, "law"), textOf(row, "receivedOn")),
    received: textOf(row, "receivedOn") ?? "",
    extended: textOf(row, "extendedOn"),
    closed: textOf(row, "closedOn"),
  }));
  const isThere = ({ row }: { readonly row: SnapshotRow }) => row.state !== "ended";
  const read = all.filter(isThere);
  const rows = (few: readonly { readonly row: SnapshotRow }[]) => few.map(({ row }) => row);
  const dated = all.flatMap(({ days, ...own }) => (days ? [{ days, ...own }] : []));
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
  return passes(what, [requests.confirmedUntil, ...open.map((own) => endOfDay(dueOf(own)))]);
}
