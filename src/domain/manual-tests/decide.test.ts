import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PartAnswer } from "../parts/answer.ts";
import { combineParts } from "../parts/combine.ts";
import type { AskedPart, KindInScope } from "../parts/decide-part.ts";
import type { CheckOutcome } from "../verdict.ts";
import { answersWithTests, decideByTest } from "./decide.ts";
import type { ManualTest } from "./decide.ts";
import { conclusions } from "./test-problem.ts";

const now = new Date("2026-11-23T12:00:00Z");
const at = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);

type Kind = "practice" | "cloud";
const part = (aspect: string, ...systems: Kind[]): AskedPart<Kind> => ({
  aspect,
  title: aspect,
  noun: aspect,
  systems,
});
const parts = [part("matters", "practice"), part("stores", "cloud")];

type Declared = readonly string[] | "none" | undefined;
function scopeOf(declared: Partial<Record<Kind, Declared>>) {
  return (kind: Kind): KindInScope => {
    const said = declared[kind];
    if (said === undefined) return { state: "not answered", inScope: [], outOfScope: [], until: null };
    if (said === "none") return { state: "declared none", inScope: [], outOfScope: [], until: null };
    return { state: "in scope", inScope: said.map((id) => ({ id, name: id })), outOfScope: [], until: null };
  };
}

const answer = (aspect: string | null, systemId: string | null, outcome: CheckOutcome, ends = 30): PartAnswer => ({
  aspect,
  systemId,
  source: systemId ?? "a report",
  outcome,
  reason: `${outcome} by machine.`,
  observedAt: at(-40),
  validUntil: at(ends),
});
const aTest = (conclusion: ManualTest["conclusion"], more: Partial<ManualTest> = {}): ManualTest => ({
  aspect: "matters",
  conclusion,
  reason: `${conclusion} by a person.`,
  testedAt: at(-1),
  validUntil: at(90),
  withdrawn: false,
  number: 7,
  ...more,
});

interface Company {
  readonly parts: readonly AskedPart<Kind>[];
  readonly declared: Partial<Record<Kind, Declared>>;
  readonly answers: readonly PartAnswer[];
}

function decide({ parts: asked, declared, answers }: Company, tests: readonly ManualTest[]) {
  const check = { parts: asked, kindInScope: scopeOf(declared), now };
  const all = answersWithTests({ ...check, answers, tests });
  return combineParts({ ...check, answers: all, phraseOf: (kind) => kind })!;
}

const [matters] = parts as [AskedPart<Kind>];
const firm = { practice: ["NetDocuments", "Clio"] } as const;
const clio = answer("matters", "Clio", "pass");

describe("a person's test", () => {
  test.each<[what: string, company: Company, tests: readonly ManualTest[], outcome: CheckOutcome]>([
    [
      "does not replace what a machine found failing last, though that was too long ago to count",
      { parts: [matters], declared: { practice: ["Clio"] }, answers: [answer("matters", "Clio", "fail", -2)] },
      [aTest("passes")],
      "unknown",
    ],
    [
      "decides the system that no machine reads",
      { parts: [matters], declared: firm, answers: [clio] },
      [aTest("passes")],
      "pass",
    ],
    [
      "decides what was read last before it, and too long ago to count",
      { parts: [matters], declared: firm, answers: [clio, answer("matters", "NetDocuments", "pass", -5)] },
      [aTest("passes")],
      "pass",
    ],
    [
      "does not decide what was read after it, however old that is",
      { parts: [matters], declared: firm, answers: [clio, answer("matters", "NetDocuments", "pass", -5)] },
      [aTest("passes", { testedAt: at(-60) })],
      "unknown",
    ],
    [
      "never turns what a machine found failing",
      { parts: [matters], declared: firm, answers: [clio, answer("matters", "NetDocuments", "fail")] },
      [aTest("passes")],
      "fail",
    ],
    [
      "does not decide what a machine read and left unknown",
      { parts: [matters], declared: firm, answers: [clio, answer("matters", "NetDocuments", "unknown")] },
      [aTest("passes")],
      "unknown",
    ],
    [
      "does not say which systems there are",
      { parts: [part("matters", "practice", "cloud")], declared: firm, answers: [clio] },
      [aTest("passes")],
      "unknown",
    ],
    [
      "does not speak for another part",
      { parts, declared: { ...firm, cloud: ["AWS"] }, answers: [clio] },
      [aTest("passes")],
      "unknown",
    ],
    [
      "of the whole check speaks for each part",
      { parts, declared: { ...firm, cloud: ["AWS"] }, answers: [clio] },
      [aTest("passes", { aspect: null })],
      "pass",
    ],
    [
      "of the whole check does not outvote a failing one of a part",
      { parts: [matters], declared: firm, answers: [clio] },
      [aTest("fails"), aTest("passes", { aspect: null })],
      "fail",
    ],
    [
      "passes nothing where another was not decided",
      { parts: [matters], declared: firm, answers: [clio] },
      [aTest("not decided"), aTest("passes", { aspect: null })],
      "unknown",
    ],
    [
      "fails its part beside machines that pass it",
      { parts: [matters], declared: { practice: ["Clio"] }, answers: [clio] },
      [aTest("fails")],
      "fail",
    ],
    [
      "counts for nothing where the company has no such system",
      { parts: [matters], declared: { practice: "none" }, answers: [] },
      [aTest("fails")],
      "not applicable",
    ],
  ])("%s", (_what, company, tests, outcome) => {
    expect(decide(company, tests).outcome).toBe(outcome);
  });

  test("says what it came to, until when, and on which exhibit it rests", () => {
    const { reason, decisive, held } = decide(
      { parts: [matters], declared: { practice: ["NetDocuments"] }, answers: [] },
      [aTest("passes")],
    );
    expect(reason).toBe("passes by a person.");
    expect(held).toBe(false);
    expect(decisive).toMatchObject({ source: "Manual test", validUntil: at(90), observedAt: at(-1), number: 7 });
  });

  test("answers by the newest test that passes, in whichever order they are read", () => {
    const older = aTest("passes", { testedAt: at(-50) });
    const newer = aTest("passes", { aspect: null, testedAt: at(-1) });
    const wanted = {
      parts: [matters],
      declared: { practice: ["Clio"] },
      answers: [answer("matters", "Clio", "pass", -5)],
    };
    for (const tests of [
      [older, newer],
      [newer, older],
    ])
      expect(decide(wanted, tests).outcome).toBe("pass");
    expect(decide(wanted, [older]).outcome).toBe("unknown");
  });

  test("says nothing of a system that was added after it", () => {
    const outcome = (addedAt: number | undefined, more: Partial<ManualTest> = {}) => {
      const inScope = [{ id: "Clio", name: "Clio", ...(addedAt === undefined ? {} : { ledgerIndex: addedAt }) }];
      const kindInScope = (): KindInScope => ({ state: "in scope", inScope, outOfScope: [], until: null });
      const check = { parts: [matters], kindInScope, now };
      const answers = answersWithTests({ ...check, answers: [], tests: [aTest("passes", more)] });
      return combineParts({ ...check, answers, phraseOf: String })!.outcome;
    };
    const ledgerIndex = 5;
    expect([outcome(4, { ledgerIndex }), outcome(6, { ledgerIndex })]).toEqual(["pass", "unknown"]);
    expect([outcome(undefined, { ledgerIndex }), outcome(6)]).toEqual(["pass", "pass"]);
  });

  test("counts from its moment on, and not before", () => {
    const outcome = (testedAt: Date) =>
      decide({ parts: [matters], declared: { practice: ["Clio"] }, answers: [] }, [aTest("passes", { testedAt })])
        .outcome;
    expect([outcome(now), outcome(new Date(now.getTime() + 1))]).toEqual(["pass", "unknown"]);
  });

  test("that fails counts where the company has not said of each kind whether it has any", () => {
    const outcome = (declared: Company["declared"]) =>
      decide({ parts: [part("matters", "practice", "cloud")], declared, answers: [] }, [aTest("fails")]).outcome;
    expect(outcome({})).toBe("fail");
    expect(outcome({ practice: "none" })).toBe("fail");
    expect(outcome({ practice: "none", cloud: "none" })).toBe("not applicable");
  });

  test("decides a part of a system whatever a machine says of its other parts, and of other systems", () => {
    const both = [matters, part("archives", "practice")];
    const company = { parts: both, declared: firm };
    const read = [clio, answer("matters", "NetDocuments", "pass"), answer("archives", "Clio", "pass")];
    expect(decide({ ...company, answers: read }, []).outcome).toBe("unknown");
    expect(decide({ ...company, answers: read }, [aTest("passes", { aspect: "archives" })]).outcome).toBe("pass");
  });

  test("does not decide what a machine read at its own moment and that grew too old since", () => {
    const old = answer("matters", "Clio", "pass", -5);
    const outcome = (testedAt: Date) =>
      decide({ parts: [matters], declared: { practice: ["Clio"] }, answers: [old] }, [aTest("passes", { testedAt })])
        .outcome;
    const later = new Date(old.observedAt.getTime() + 1);
    expect([outcome(old.observedAt), outcome(later)]).toEqual(["unknown", "pass"]);
  });

  test("of two of one moment the one that counts longest answers, in whichever order they are read", () => {
    const [short, long] = [
      aTest("passes", { validUntil: at(5) }),
      aTest("passes", { aspect: null, validUntil: at(9) }),
    ];
    const company = { parts: [matters], declared: { practice: ["Clio"] }, answers: [] };
    for (const tests of [
      [short, long],
      [long, short],
    ])
      expect(decide(company, tests).decisive?.validUntil).toEqual(at(9));
  });

  test("of a part decides no check that is asked of no system", () => {
    expect(decideByTest([aTest("passes")], now)).toBeNull();
    expect(decideByTest([aTest("passes"), aTest("fails", { aspect: null })], now)?.outcome).toBe("fail");
  });

  test("decides a check that is asked of no system, until it ends or is withdrawn", () => {
    const whole = (conclusion: ManualTest["conclusion"], more: Partial<ManualTest> = {}) =>
      decideByTest([aTest(conclusion, { aspect: null, ...more })], now)?.outcome;
    expect(conclusions.map((conclusion) => whole(conclusion))).toEqual(["pass", "fail", "unknown"]);
    expect(whole("passes", { validUntil: now })).toBeUndefined();
    expect(whole("passes", { withdrawn: true })).toBeUndefined();
  });
});

describe("whatever machines and people say", () => {
  const outcomes: readonly CheckOutcome[] = ["pass", "fail", "unknown", "not applicable"];
  const aspects = ["matters", "stores"] as const;
  const systems = ["Clio", "NetDocuments", "AWS"] as const;
  const answers = fc.array(
    fc
      .record({
        aspect: fc.constantFrom(...aspects, null),
        systemId: fc.constantFrom(...systems, null),
        outcome: fc.constantFrom(...outcomes),
        days: fc.constantFrom(30, -5),
      })
      .map(({ aspect, systemId, outcome, days }) => answer(aspect, systemId, outcome, days)),
    { maxLength: 6 },
  );
  const declared = fc.record({
    practice: fc.constantFrom<Declared[]>(["Clio"], ["Clio", "NetDocuments"], "none", undefined),
    cloud: fc.constantFrom<Declared[]>(["AWS"], "none", undefined),
  });
  const company = fc.record({
    parts: fc.constantFrom(parts, [matters], [part("matters", "practice", "cloud")]),
    declared,
    answers,
  });
  const oneTest = fc
    .record({
      aspect: fc.constantFrom(...aspects, null),
      conclusion: fc.constantFrom(...conclusions),
      tested: fc.constantFrom(-50, -1),
      ends: fc.constantFrom(90, -1),
      withdrawn: fc.boolean(),
    })
    .map(({ aspect, conclusion, tested, ends, withdrawn }) =>
      aTest(conclusion, { aspect, testedAt: at(tested), validUntil: at(ends), withdrawn }),
    );
  /** The newest of each part and of the whole, as the database answers. */
  const tests = fc.uniqueArray(oneTest, { maxLength: 3, selector: ({ aspect }) => aspect });
  const greenness: Readonly<Record<CheckOutcome, number>> = { fail: 0, unknown: 1, "not applicable": 2, pass: 2 };

  test("a test never turns a machine's failure into anything else", () => {
    fc.assert(
      fc.property(company, tests, (item, tested) => {
        fc.pre(decide(item, []).outcome === "fail");
        expect(decide(item, tested).outcome).toBe("fail");
      }),
      { numRuns: 2_000 },
    );
  });

  test("a test added to others never takes a failure away", () => {
    fc.assert(
      fc.property(company, tests, oneTest, (item, tested, more) => {
        fc.pre(tested.every(({ aspect }) => aspect !== more.aspect));
        fc.pre(decide(item, tested).outcome === "fail");
        expect(decide(item, [...tested, more]).outcome).toBe("fail");
      }),
      { numRuns: 2_000 },
    );
  });

  test("taking a passing test away, or withdrawing it, never makes a check greener", () => {
    fc.assert(
      fc.property(company, tests, (item, tested) => {
        const before = greenness[decide(item, tested).outcome];
        for (const passing of tested.filter(({ conclusion }) => conclusion === "passes")) {
          const without = tested.filter((other) => other !== passing);
          expect(greenness[decide(item, without).outcome]).toBeLessThanOrEqual(before);
          const withdrawn = [...without, { ...passing, withdrawn: true }];
          expect(greenness[decide(item, withdrawn).outcome]).toBeLessThanOrEqual(before);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("a test that ended or was withdrawn counts for nothing", () => {
    fc.assert(
      fc.property(company, tests, (item, tested) => {
        const counting = tested.filter(({ withdrawn, validUntil }) => !withdrawn && now < validUntil);
        expect(decide(item, tested)).toEqual(decide(item, counting));
      }),
      { numRuns: 1_000 },
    );
  });

  test("what a machine left unknown and counts stays undecided, whoever tests it", () => {
    fc.assert(
      fc.property(company, tests, (item, tested) => {
        const answered = [...item.answers, answer("matters", "Clio", "unknown")];
        const unknown = { ...item, declared: { ...item.declared, practice: ["Clio"] }, answers: answered };
        const passing = tested.map((test) => ({ ...test, conclusion: "passes" as const }));
        const after = decide(unknown, passing).parts.find(({ part: { aspect } }) => aspect === "matters");
        fc.pre(after !== undefined);
        expect(["unknown", "fail"]).toContain(after.state);
      }),
      { numRuns: 1_000 },
    );
  });
});
