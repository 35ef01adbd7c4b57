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
  some,
  textOf,
} from "./registers.ts";
import { whoEver } from "./same-person.ts";
import { absent } from "./took-part.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const QUARTER_DAYS = 92;
const FEWEST_ATTENDEES = 2;

/**
 * A leadership review of the last 92 days names who attended, cites the control results that they saw, says what was decided, and another
 * person approved these minutes.
 */
export function reviewedByLeadership(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const who = whoEver(inputs);
  const [meetings, listed] = [register("meetings"), register("people")];
  const missing = notWhole(meetings, "Meetings", now) ?? notConfirmed(listed, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const people = new Map(listed.rows.map((row) => [row.id, row]));
  const strangersAt = (row: SnapshotRow) => absent(people, listOf(row, "attendeeIds"), textOf(row, "heldOn"));
  const counts = (row: SnapshotRow): Date | undefined => {
    const attendees = listOf(row, "attendeeIds");
    const isMinuted =
      row.state === "open" &&
      isApproved(row) &&
      textOf(row, "kind") === "leadership" &&
      new Set(attendees.map(who)).size >= FEWEST_ATTENDEES &&
      strangersAt(row).length === 0 &&
      listOf(row, "results").some((exhibit) => isExhibitOnFile(row, exhibit)) &&
      textOf(row, "decisions") !== undefined;
    return isMinuted ? countsUntil(textOf(row, "heldOn"), now, QUARTER_DAYS) : undefined;
  };
  const until = latest(meetings.rows.map(counts));
  if (until === undefined) {
    const wrong = meetings.rows.filter(
      (row) =>
        row.state !== "ended" &&
        countsUntil(textOf(row, "heldOn"), now, QUARTER_DAYS) !== undefined &&
        strangersAt(row).length > 0,
    );
    const why = wrong.map(({ number, ...row }) => `MTG-${number} (${some(strangersAt({ number, ...row }))})`);
    const told =
      wrong.length > 0
        ? ` Not counted, because somebody is named who did not work here on that day: ${some(why)}. Correct who attended, or since when they work here.`
        : "";
    return fails(
      `No leadership review of the last 92 days has two people who attended, the control results they saw, decisions, and minutes that another person approved.${told}`,
    );
  }
  return passes("Leadership reviewed security within 92 days.", [
    meetings.confirmedUntil,
    listed.confirmedUntil,
    until,
  ]);
}
