import { describe, expect, test } from "vitest";
import { courses } from "#catalog/training/courses.ts";
import { findPool } from "#catalog/training/pools.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { drawIds } from "#domain/training/quiz.ts";
import { textOfImport, textOfQuiz } from "#domain/training/sealed.ts";
import { JUDGED_AT as now, daysAgo as ago, sealedRow as row } from "#tests/support/sealed-rows.ts";
import type { RegisterInputs } from "./registers.ts";
import { trainingChecks } from "./training.ts";

const person = (number: number, fields: SnapshotRow["fields"] = {}) =>
  row(`p${number}`, { startsAt: ago(400), ...fields }, number);

/** A quiz of a person, as it is graded and sealed. */
function quiz(
  number: number,
  changed: { course?: string; score?: number; at?: string; sealsVouched?: boolean } = {},
): SnapshotRow {
  const { course = "security", score = 8, at = ago(100), sealsVouched = true } = changed;
  const seed = String(number).padStart(32, "0");
  const drawn = drawIds(sha256OfText, seed, findPool(course, 1)!.questions, 8);
  const answers = drawn.map((question, place) => `${question}:${place < score ? 0 : 2}`);
  const sealed = { number, person: `p${number}`, course, version: 1, seed, answers, score, outOf: 8, at };
  const { person: personId, number: _, ...fields } = sealed;
  return row(
    `q${number}`,
    {
      ...fields,
      personId,
      source: "quiz",
      vouched: "another",
      passed: score >= 7,
      leaf: sha256OfText(textOfQuiz(sealsVouched ? { ...sealed, vouched: "another" } : sealed)),
    },
    number,
  );
}
/** A list of another provider with one person in it. */
function imported(number: number, more: Partial<SnapshotRow> = {}): SnapshotRow {
  const list = { course: "security", provider: "Elsewhere", exhibit: "EX-000007" };
  const at = ago(50);
  const leaf = sha256OfText(textOfImport({ ...list, rows: [{ number, person: `p${number}`, at, passed: true }] }));
  const fields = { ...list, personId: `p${number}`, source: "import", passed: true, at, batchId: "b1", leaf };
  return row(`i${number}`, fields, number, more);
}
const taught = courses.map(({ key, version, title, topics }, at) =>
  row(key, { course: key, version, title, topics }, at + 1),
);

interface Given {
  readonly people?: readonly SnapshotRow[];
  readonly completions?: readonly SnapshotRow[];
  readonly taught?: readonly SnapshotRow[];
  readonly confirmedUntil?: Date | null;
}
function inputs({
  people = [person(1), person(2)],
  completions = [quiz(1), quiz(2)],
  taught: of = taught,
  confirmedUntil = new Date("2027-01-01"),
}: Given): RegisterInputs {
  const all: Record<string, readonly SnapshotRow[]> = {
    people,
    "training-completions": completions,
    "training-courses": of,
  };
  return {
    register: (key) => ({ rows: all[key] ?? [], confirmedUntil: key === "people" ? confirmedUntil : null }),
    failingControls: [],
    systems: [],
    now,
  };
}
const completed = (given: Given = {}) => trainingChecks["training.completed"]!(inputs(given));
const content = (given: Given = {}) => trainingChecks["training.content"]!(inputs(given));

describe("training.completed", () => {
  test("passes where each active person passed within 365 days, until the first of it ends", () => {
    const found = completed({ completions: [quiz(1, { at: ago(360) }), quiz(2)] });
    expect(found).toMatchObject({ outcome: "pass", reason: "2 of 2 passed the general course within 365 days." });
    expect(found.until).toEqual(new Date(now.getTime() + 5 * 86_400_000));
  });

  test.each<[string, Given]>([
    ["nobody's quiz", { completions: [quiz(1)] }],
    ["a quiz of more than a year ago", { completions: [quiz(1), quiz(2, { at: ago(365) })] }],
    ["a quiz that was not passed", { completions: [quiz(1), quiz(2, { score: 6 })] }],
    ["another course", { completions: [quiz(1), quiz(2, { course: "privacy" })] }],
    ["a quiz of tomorrow", { completions: [quiz(1), quiz(2, { at: ago(-1) })] }],
    ["an import whose exhibit was withdrawn", { completions: [quiz(1), imported(2, { withdrawn: ["EX-000007"] })] }],
    ["an import that was undone", { completions: [quiz(1), imported(2, { state: "ended" })] }],
    ["a start of 30 days ago", { people: [person(1), person(2, { startsAt: ago(30) })], completions: [quiz(1)] }],
  ])("%s is not enough, and fails even where People is not confirmed", (_, given) => {
    expect(completed(given)).toMatchObject({ outcome: "fail", reason: expect.stringContaining("PER-2") });
    expect(completed({ ...given, confirmedUntil: null }).outcome).toBe("fail");
  });

  test("who started less than 30 days ago has time, and who has left is not asked", () => {
    expect(completed({ people: [person(1), person(2, { startsAt: ago(29) })], completions: [quiz(1)] }).outcome).toBe(
      "pass",
    );
    expect(completed({ people: [person(1), person(2, { endsAt: ago(1) })], completions: [quiz(1)] }).outcome).toBe(
      "pass",
    );
  });

  test("who is late gets no new time by a second record, unless they were away for three months", () => {
    const asked = (former: Partial<SnapshotRow>, fields: SnapshotRow["fields"] = {}) => {
      const before = row("p2", { startsAt: ago(400), ...fields }, 2, { state: "ended", ...former });
      const given = inputs({ people: [person(1), before, person(3, { startsAt: ago(1) })], completions: [quiz(1)] });
      const who = (id: string) => (id === "p3" ? "p2" : id);
      return trainingChecks["training.completed"]!({ ...given, who });
    };
    expect(asked({})).toMatchObject({ outcome: "fail", reason: expect.stringContaining("PER-3") });
    expect(asked({ state: "open" }, { endsAt: ago(2) }).outcome).toBe("fail");
    expect(asked({}, { endsAt: ago(90) }).outcome).toBe("fail");
    expect(asked({}, { endsAt: ago(91) }).outcome).toBe("pass");
    // A last day of long ago that somebody wrote today was no last day.
    expect(asked({ endSaidAt: ago(1) }, { endsAt: ago(91) }).outcome).toBe("fail");
    expect(asked({ endSaidAt: ago(91) }, { endsAt: ago(200) }).outcome).toBe("pass");
    expect(asked({ endSaidAt: undefined as never }, { endsAt: ago(91) }).outcome).toBe("fail");
    // When the first began is what gives them no time: without it there is none.
    expect(asked({}, { startsAt: "once" }).outcome).toBe("unknown");
  });

  test("who is late gets no new time by a later day in their record, and is asked although it is years from now", () => {
    const moved = (startsAt: string, firstStart: string | undefined) =>
      completed({
        people: [person(1), row("p2", { startsAt }, 2, { firstStart: firstStart as never })],
        completions: [quiz(1)],
      });
    const late = { outcome: "fail", reason: expect.stringContaining("PER-2") };
    expect(moved(ago(0), ago(400))).toMatchObject(late);
    expect(moved(ago(-1500), ago(400))).toMatchObject(late);
    expect(moved(ago(0), ago(29)).outcome).toBe("pass");
    expect(moved(ago(0), undefined).outcome).toBe("fail");
  });

  test("is unknown where only a list from elsewhere says that somebody passed", () => {
    expect(completed({ completions: [quiz(1), imported(2)] })).toMatchObject({
      outcome: "unknown",
      reason:
        "Only a list that was imported says that these passed, and nobody else reviewed it: PER-2. Have someone else review it.",
    });
    expect(completed({ completions: [imported(2)] }).outcome).toBe("fail");
  });

  test("says how many passed by an address that only its writer confirmed", () => {
    const own = quiz(1, { sealsVouched: false });
    const alone = { ...own, fields: { ...own.fields, vouched: "alone" } };
    expect(completed({ completions: [alone, quiz(2)] })).toMatchObject({
      outcome: "pass",
      reason:
        "2 of 2 passed the general course within 365 days. By an address that only its writer confirmed, because nobody else could: 1 person.",
    });
  });

  test("is unknown where nobody vouches for the address by which somebody passed", () => {
    const rows = [1, 2]
      .map((number) => quiz(number, { sealsVouched: false }))
      .map((own) => ({ ...own, fields: { ...own.fields, vouched: "me" } }));
    expect(completed({ completions: rows })).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("Nobody has confirmed the email address by which these took part: PER-1"),
    });
  });
  test("is unknown where nobody said that People is complete, or nobody is active", () => {
    expect(completed({ confirmedUntil: null }).outcome).toBe("unknown");
    expect(completed({ confirmedUntil: new Date(ago(1)) }).outcome).toBe("unknown");
    expect(completed({ people: [] }).outcome).toBe("unknown");
  });

  test.each<[string, SnapshotRow["fields"]]>([
    ["score", { score: 8 }],
    ["course version", { version: 2 }],
    ["course", { course: "privacy" }],
    ["person", { personId: "p1" }],
    ["day", { at: ago(1) }],
    ["answers", { answers: ["s01:0"] }],
    ["questions drawn", { seed: "01" }],
    ["number of questions", { outOf: 6 }],
    ["way in which the address was vouched for", { vouched: "alone" }],
    ["address that nobody vouched for", { vouched: null as never }],
  ])("a changed %s is named", (_, changed) => {
    const graded = quiz(2, { score: 7 });
    const forged = { ...graded, fields: { ...graded.fields, ...changed } };
    const told = { outcome: "fail", reason: "Not as the ledger has it: completion 2." };
    expect(completed({ completions: [quiz(1), forged] })).toMatchObject(told);
    expect(content({ completions: [quiz(1), forged] })).toMatchObject(told);
  });

  test.each<[string, SnapshotRow["fields"]]>([
    ["person", { personId: "p1" }],
    ["result", { passed: false }],
    ["day", { at: ago(1) }],
    ["exhibit", { exhibit: "EX-000008" }],
    ["list", { batchId: "b2", leaf: "" }],
    ["kind", { source: "quiz" }],
  ])("a changed %s of an imported list is named", (_, changed) => {
    const list = imported(2);
    const forged = { ...list, fields: { ...list.fields, ...changed } };
    expect(completed({ completions: [quiz(1), forged] }).reason).toBe("Not as the ledger has it: completion 2.");
  });

  test("a quiz that calls itself imported is named", () => {
    const graded = quiz(2, { score: 2 });
    const forged = { ...graded, fields: { ...graded.fields, source: "import", passed: true, exhibit: "EX-000001" } };
    expect(completed({ completions: [quiz(1), forged] }).reason).toContain("completion 2");
  });

  test("a quiz counts of which the ledger does not say how the address was vouched for: somebody did afterwards", () => {
    const graded = quiz(2, { sealsVouched: false });
    expect(completed({ completions: [quiz(1), graded] }).outcome).toBe("pass");
  });

  test("a removed completion is named", () => {
    const told = { outcome: "fail", reason: "Missing: completion 1." };
    expect(completed({ people: [person(2)], completions: [quiz(2)] })).toMatchObject(told);
    expect(content({ people: [person(2)], completions: [quiz(2)] })).toMatchObject(told);
  });

  test("a row without an entry in the ledger is named", () => {
    const { leaf: _, ...fields } = quiz(2).fields;
    expect(completed({ completions: [quiz(1), row("q2", fields, 2)] }).reason).toContain("completion 2");
  });
});

describe("training.content", () => {
  test("passes where the general course that people passed covers the six topics", () => {
    expect(content()).toMatchObject({
      outcome: "pass",
      reason: expect.stringContaining("phishing, malware, sign-in alerts"),
    });
  });

  test("fails where a topic is missing, or the course", () => {
    const lacking = taught.map((own) => ({ ...own, fields: { ...own.fields, topics: ["phishing"] } }));
    expect(content({ taught: lacking })).toMatchObject({ outcome: "fail", reason: expect.stringContaining("malware") });
    expect(content({ taught: [] }).outcome).toBe("fail");
  });

  test("is unknown where somebody took another provider's course, or nobody any", () => {
    expect(content({ completions: [quiz(1), imported(2)] }).outcome).toBe("unknown");
    expect(content({ completions: [quiz(1, { score: 2 })] }).outcome).toBe("unknown");
  });
});
