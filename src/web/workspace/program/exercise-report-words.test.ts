import { expect, test } from "vitest";
import { exerciseReportWords } from "./exercise-report-words.ts";

type Exercise = Parameters<typeof exerciseReportWords>[0];

const now = new Date("2026-11-30T12:00:00.000Z");
const of = (fields: object, more: Partial<Exercise> = {}): Exercise => ({
  fields: { kind: "exercise", ...fields },
  state: "open",
  ended: null,
  matter: null,
  approval: null,
  ...more,
});
const writer = { mayWrite: true, now };
const reader = { mayWrite: false, now };
const closed = { closedAt: "2026-11-29T12:00:00.000Z" };

test("who may close an exercise is told that its report is filed in their name; a reader is not", () => {
  expect(exerciseReportWords(of({}), writer)).toContain("filed in your name");
  expect(exerciseReportWords(of({}), reader)).not.toContain("your");
});

test("of a closed one nothing is promised of who may not file any more, or before another person approved it", () => {
  const alone = { by: { userId: "u", name: "Olga" }, at: closed.closedAt, alone: true };
  const waits = "Once another person approves it";
  expect(exerciseReportWords(of(closed), writer)).toMatch(
    /^The exercise report .* if they may still file documents\.$/,
  );
  expect(exerciseReportWords(of(closed, { state: "waiting" }), writer)).toContain(waits);
  expect(exerciseReportWords(of(closed, { approval: alone }), writer)).toContain(waits);
});

test("nothing is said of one that was closed 31 days ago, of an incident, of one that ended, and of one in a matter", () => {
  expect(exerciseReportWords(of({ closedAt: "2026-10-30T12:00:01.000Z" }), writer)).toBeDefined();
  expect(exerciseReportWords(of({ closedAt: "2026-10-30T12:00:00.000Z" }), writer)).toBeUndefined();
  expect(exerciseReportWords(of({ kind: "incident" }), writer)).toBeUndefined();
  expect(exerciseReportWords(of({}, { matter: { id: "m", name: "A v. B" } }), writer)).toBeUndefined();
  const ended = { at: closed.closedAt, reason: "A double", approval: null, waiting: false } as Exercise["ended"];
  expect(exerciseReportWords(of({}, { ended }), writer)).toBeUndefined();
});
