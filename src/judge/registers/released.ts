import { endOfDay } from "#domain/calendar-day.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { isApproved, listOf, textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

const YEAR_MS = 365 * 86_400_000;

/** Until when an exception holds: its day, and a year after another person approved it at the latest. */
export function releasedUntil(row: SnapshotRow): Date {
  const year = Date.parse(row.approval?.at ?? "") + YEAR_MS;
  return new Date(Math.min(endOfDay(textOf(row, "expiresOn") ?? "").getTime(), year));
}

/**
 * The exception that names a policy by its title and somebody who need not acknowledge it any more: another person than its author approved
 * it. Nobody else lets go who was late.
 */
export const releaseOf = (
  { rows }: ReadRegister,
  title: string,
  personId: string,
  now: Date,
): SnapshotRow | undefined =>
  rows.find(
    (row) =>
      row.state === "open" &&
      isApproved(row) &&
      textOf(row, "kind") === "exception" &&
      textOf(row, "subject")?.trim().toLowerCase() === title.trim().toLowerCase() &&
      listOf(row, "peopleIds").includes(personId) &&
      now < releasedUntil(row),
  );
