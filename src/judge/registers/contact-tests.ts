import { contactLinkUntil } from "#domain/registers/contact-test.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { day as isDay } from "#domain/judge/shapes.ts";
import { countsUntil } from "./filed-within-year.ts";
import { dayOf } from "./days.ts";
import { hasValue, isApproved, isGone, listOf, textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";
import { foundedUntil, isSentTest, testsSeen } from "./tested.ts";

/** A test of a published contact that speaks, as it stands now. */
export interface ContactTest {
  readonly row: SnapshotRow;
  /** Sent by Exhibit, or undefined where somebody made it and filed its report. */
  readonly isSent: boolean;
  /** The day by which the last test is the last; undefined where nobody stated it. */
  readonly day: string | undefined;
  readonly systemIds: readonly string[];
  readonly answer: "yes" | "no" | "waiting" | undefined;
  /** Until when it is a ground for the answer; undefined where it is none. */
  readonly until: Date | undefined;
  /** When an answer that is waited for becomes none. */
  readonly waitsUntil?: Date | undefined;
}

const instantOf = (row: SnapshotRow, field: string): Date | undefined => {
  const at = new Date(textOf(row, field) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
};

/** Whether a test was of a published contact, also one that was withdrawn. */
export const isContactTest = (row: SnapshotRow): boolean => isSentTest(row) || textOf(row, "kind") === "disclosure";

/** The tests of published contacts that speak. One that Exhibit sent speaks until another person approved that it is withdrawn. */
export function contactTests(tests: ReadRegister, now: Date): readonly ContactTest[] {
  const sent = tests.rows.filter((row) => isSentTest(row) && !isGone(row));
  const made = testsSeen(tests, "disclosure").filter((row) => !isSentTest(row));
  return [...sent.map((row) => sentTest(row, now)), ...made.map((row) => madeTest(row, now))];
}

function sentTest(row: SnapshotRow, now: Date): ContactTest {
  const [sentAt, answeredAt] = [instantOf(row, "sentAt"), instantOf(row, "answeredAt")];
  const waitsUntil = contactLinkUntil(sentAt?.toISOString());
  const isInTime = sentAt && waitsUntil && answeredAt && sentAt <= answeredAt && answeredAt < waitsUntil;
  const silence = waitsUntil && (now < waitsUntil ? "waiting" : "no");
  const answer = isInTime ? "yes" : hasValue(row, "answeredAt") ? undefined : silence;
  const isGround = row.state === "open" && isApproved(row) && hasValue(row, "contact") && hasValue(row, "sentTo");
  const stated = new Set(listOf(row, "systemIds"));
  return {
    row,
    isSent: true,
    day: sentAt && dayOf(sentAt),
    systemIds: listOf(row, "sentFor"),
    answer,
    // What somebody wrote into the record since it was sent is no ground.
    until:
      isInTime && isGround && listOf(row, "sentFor").every((id) => stated.has(id)) && answeredAt <= now
        ? countsUntil(dayOf(answeredAt), now)
        : undefined,
    waitsUntil: answer === "waiting" ? waitsUntil : undefined,
  };
}

function madeTest(row: SnapshotRow, now: Date): ContactTest {
  const [day, answered] = [textOf(row, "doneOn"), textOf(row, "answered")];
  const answer = answered === "yes" || answered === "no" ? answered : undefined;
  const isGround = row.state !== "ended" && answer === "yes" && hasValue(row, "contact");
  return {
    row,
    isSent: false,
    day: isDay(day) ? day : undefined,
    systemIds: listOf(row, "systemIds"),
    answer,
    until: isGround ? foundedUntil(row, now) : undefined,
  };
}
