import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { countsUntil, latest } from "./filed-within-year.ts";
import {
  fails,
  isApproved,
  isExhibitOnFile,
  isUnknown,
  listOf,
  notConfirmed,
  notWhole,
  passes,
  textOf,
  wasHere,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const QUARTER_DAYS = 92;
const FEWEST_ATTENDEES = 2;

/**
 * A leadership review of the last 92 days names who attended, cites the control results that they saw, says what was decided, and another
 * person approved these minutes.
 */
export function reviewedByLeadership({ register, who = (id) => id, now }: RegisterInputs): RegisterVerdict {
  const [meetings, listed] = [register("meetings"), register("people")];
  const missing = notWhole(meetings, "Meetings", now) ?? notConfirmed(listed, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const people = new Map(listed.rows.map((row) => [row.id, row]));
  const counts = (row: SnapshotRow): Date | undefined => {
    const attendees = new Set(listOf(row, "attendeeIds"));
    const present = [...attendees].filter((id) => wasHere(people.get(id), textOf(row, "heldOn")));
    const isMinuted =
      row.state === "open" &&
      isApproved(row) &&
      textOf(row, "kind") === "leadership" &&
      new Set(present.map(who)).size >= FEWEST_ATTENDEES &&
      [...attendees].every((id) => people.has(id)) &&
      listOf(row, "results").some((exhibit) => isExhibitOnFile(row, exhibit)) &&
      textOf(row, "decisions") !== undefined;
    return isMinuted ? countsUntil(textOf(row, "heldOn"), now, QUARTER_DAYS) : undefined;
  };
  const until = latest(meetings.rows.map(counts));
  if (until === undefined)
    return fails(
      "No leadership review of the last 92 days has attendees, the control results they saw, decisions, and minutes that another person approved.",
    );
  return passes("Leadership reviewed security within 92 days.", [
    meetings.confirmedUntil,
    listed.confirmedUntil,
    until,
  ]);
}
