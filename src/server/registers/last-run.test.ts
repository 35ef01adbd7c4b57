import { describe, expect, test } from "vitest";
import type { PartSaid } from "#domain/judge/contract.ts";
import { dueAfter } from "./last-run.ts";
import type { LastRun } from "./last-run.ts";

const DAY = 24 * 60 * 60_000;
const SEALED = Date.parse("2026-11-01T10:00:00.000Z");
const JUDGE = "a".repeat(64);
const after = (days: number) => new Date(SEALED + days * DAY);

const part: PartSaid = {
  check: "oversight.owner-named",
  aspect: "register",
  outcome: "pass",
  reason: "Is.",
  validForDays: 31,
};
const ofOne: PartSaid = { ...part, source: "Exhibit registers (Okta acme)" };
const last: LastRun = {
  evidence_id: "e",
  number: 7,
  digest: Buffer.from("same"),
  taken_at: after(0),
  pages: [],
  same_accounts: [["a", "b"]],
  same_before: [],
  looked_at: null,
  undecided: false,
  damaged: false,
  window_began: false,
  said: [
    { part: "oversight.owner-named register Exhibit registers", until: after(31).toISOString(), judge: JUDGE },
    {
      part: "oversight.owner-named register Exhibit registers (Okta acme)",
      until: after(31).toISOString(),
      judge: JUDGE,
    },
  ],
};
const due = (days: number, was: Partial<LastRun> = {}, is: { judge?: string; parts?: readonly PartSaid[] } = {}) =>
  dueAfter(
    { ...last, ...was },
    {
      at: after(days),
      digest: Buffer.from("same"),
      judge: JUDGE,
      doubled: { now: [["a", "b"]], before: [] },
      parts: [part, ofOne],
      ...is,
    },
  );

describe("of registers that say what their newest exhibit says", () => {
  test("nothing is written within a day of when that was said last", () => {
    expect(due(0.9)).toEqual({ kind: "nothing", saidAt: after(0) });
    expect(due(3.5, { looked_at: after(3) })).toEqual({ kind: "nothing", saidAt: after(3) });
  });

  test("nothing is written where what was said ends soon, unless it lasts longer by now", () => {
    const endsAfter = (hours: number) => ({
      said: last.said.map((own) => ({ ...own, until: after(hours / 24).toISOString() })),
    });
    const lastsFor = (hours: number) => ({
      parts: [part, ofOne].map((own) => ({ ...own, validForDays: 0, validForHours: hours })),
    });
    // Two hours after it was sealed.
    const dueSoon = (was: number, is: number) => due(2 / 24, endsAfter(was), lastsFor(is)).kind;
    expect([dueSoon(20, 18), dueSoon(20, 17), dueSoon(20, 19), dueSoon(24.9, 40)]).toEqual([
      "nothing",
      "nothing",
      "exhibit",
      "exhibit",
    ]);
    // Of the same end another moment says some minutes more.
    expect(due(2.9 / 24, endsAfter(20), lastsFor(18)).kind).toBe("nothing");
    // The next look is in time.
    expect(dueSoon(25, 40)).toBe("nothing");
    expect(due(3 + 2 / 24, { ...endsAfter(3 * 24 + 20), looked_at: after(3) }, lastsFor(40)).kind).toBe("exhibit");
  });

  test("after a day one look is written, until the exhibit is a week old", () => {
    expect(due(1)).toEqual({ kind: "look", evidenceId: "e", number: 7 });
    expect(due(6.9, { looked_at: after(5.9) }).kind).toBe("look");
    expect(due(7, { looked_at: after(6) }).kind).toBe("exhibit");
  });

  const differing: readonly (readonly [why: string, was: Partial<LastRun>, is?: Parameters<typeof due>[2]])[] = [
    ["the registers say something else", { digest: Buffer.from("other") }],
    ["what it said is not decided any more", { undecided: true }],
    ["a stored file that it rests on is damaged", { damaged: true }],
    ["the window of a project began meanwhile", { window_began: true }],
    ["another account is the same person's", { same_accounts: [] }],
    ["other accounts were one person's", { same_before: [{ accounts: ["a", "c"], until: after(0).toISOString() }] }],
    ["another judge says it", {}, { judge: "b".repeat(64) }],
    ["it said more", { said: [...last.said, { part: "more", until: after(31).toISOString(), judge: JUDGE }] }],
    ["it did not say all", { said: last.said.slice(1) }],
    ["it would count for longer than what is said now", {}, { parts: [part, { ...ofOne, validForDays: 29 }] }],
    [
      "what it said would end before it is looked at again",
      { said: last.said.map((own) => ({ ...own, until: after(2.9).toISOString() })) },
    ],
  ];
  for (const [why, was, is] of differing)
    test(`another exhibit is sealed where ${why}`, () => {
      expect(due(1, was, is).kind).toBe("exhibit");
    });

  test("the first is sealed", () => {
    const now = { at: after(0), digest: last.digest, judge: JUDGE, doubled: { now: [], before: [] }, parts: [part] };
    expect(dueAfter(undefined, now).kind).toBe("exhibit");
  });
});
