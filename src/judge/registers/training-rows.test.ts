import { describe, expect, test } from "vitest";
import { courses } from "#catalog/training/courses.ts";
import { findPool } from "#catalog/training/pools.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { drawIds } from "#domain/training/quiz.ts";
import { textOfQuiz } from "#domain/training/sealed.ts";
import { JUDGED_AT as now, sealedRow as row } from "#tests/support/sealed-rows.ts";
import { trainingChecks } from "./training.ts";

const at = "2026-11-01T10:00:00.000Z";
const seed = "0123456789abcdef0123456789abcdef";
type Fields = SnapshotRow["fields"];
const drawn = drawIds(sha256OfText, seed, findPool("security", 1)!.questions, 8);
const right = drawn.map((question) => `${question}:0`);

/** A quiz with whatever it says, and a leaf that says the same. */
function sealedAs(changed: Fields = {}, number = 1): SnapshotRow {
  const said = { course: "security", version: 1, seed, answers: right, score: 8, outOf: 8, at, ...changed };
  const leaf = sha256OfText(
    textOfQuiz({ ...(said as never as Parameters<typeof textOfQuiz>[0]), number, person: "p1" }),
  );
  return row("q1", { source: "quiz", vouched: "another", passed: true, personId: "p1", ...said, leaf }, number);
}
const usual: Record<string, readonly SnapshotRow[]> = {
  people: [row("p1", { startsAt: "2024-01-01T00:00:00.000Z", endsAt: "2027-12-31T00:00:00.000Z" })],
  "training-completions": [sealedAs()],
  "training-courses": courses.map(({ key, version, title, topics }, index) =>
    row(key, { course: key, version, title, topics }, index + 1),
  ),
};
function judge(check: string, given: Record<string, readonly SnapshotRow[]> = {}) {
  const rows = (key: string) => given[key] ?? usual[key] ?? [];
  return trainingChecks[check]!({
    register: (key) => ({ rows: rows(key), confirmedUntil: key === "people" ? new Date("2027-01-01") : null }),
    failingControls: [],
    systems: [],
    now,
  });
}

describe.each(["training.completed", "training.content"])("%s", (check) => {
  /** Whether somebody may have left is theirs to say; what no check reads of a course is its title's wording. */
  const unread = ["people.endsAt deleted"];

  test("passes nothing where a field that it reads is gone, or is of another kind", () => {
    expect(judge(check).outcome).toBe("pass");
    const found = new Set<string>();
    for (const [key, [first, ...rest]] of Object.entries(usual))
      for (const field of Object.keys(first!.fields))
        for (const value of [undefined, -1, [], "", null, { sha256: "0".repeat(64) }]) {
          const { [field]: _, ...kept } = first!.fields;
          const fields = (value === undefined ? kept : { ...kept, [field]: value }) as Fields;
          if (judge(check, { [key]: [{ ...first!, fields }, ...rest] }).outcome === "pass")
            found.add(`${key}.${field} ${value === undefined ? "deleted" : JSON.stringify(value)}`);
        }
    expect([...found].toSorted()).toEqual(unread);
  });

  test.each<[string, Fields]>([
    ["questions that its seed does not draw", { answers: right.with(0, "s99:0") }],
    ["the questions in another order", { answers: right.toReversed() }],
    ["one question twice", { answers: right.with(1, right[0]!) }],
    ["fewer questions", { answers: right.slice(1), score: 7, outOf: 7 }],
    ["another seed", { seed: "f".repeat(32) }],
    ["a score that its answers do not have", { answers: right.map((answer) => answer.replace(":0", ":1")) }],
    ["six right answers", { answers: right.map((a, i) => (i < 6 ? a : a.replace(":0", ":1"))), score: 6 }],
    ["a version that never was", { version: 99 }],
    ["a course that there is not", { course: "juggling" }],
    ["a pass that says it failed", { passed: false }],
  ])("does not pass by a quiz of %s, although its leaf says the same", (_, changed) => {
    expect(judge(check, { "training-completions": [sealedAs(changed)] }).outcome).not.toBe("pass");
  });

  test("names a completion whose number was changed", () => {
    const moved = { ...sealedAs({}, 2), number: 1 };
    expect(judge(check, { "training-completions": [moved] })).toMatchObject({
      outcome: "fail",
      reason: "Not as the ledger has it: completion 1.",
    });
  });
});
