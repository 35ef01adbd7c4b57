import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckOutcome } from "../verdict.ts";
import type { PartAnswer } from "./answer.ts";
import { combineParts } from "./combine.ts";
import type { AskedPart, KindInScope } from "./decide-part.ts";

const now = new Date("2026-11-22T12:00:00Z");
const at = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);

type Kind = "cloud" | "site" | "idp";
const phrases = { cloud: "a cloud account", site: "a public website", idp: "an identity provider" };
const part = (aspect: string, noun: string, ...systems: Kind[]): AskedPart<Kind> => ({
  aspect,
  noun,
  title: noun,
  systems,
});
const inTransit = [
  part("storage", "storage", "cloud"),
  part("databases", "databases", "cloud"),
  part("load-balancers", "load balancers", "cloud"),
  part("public-sites", "public sites", "site"),
];

const TOO_LITTLE = { reason: "Not decided: only buckets was read." };

type Declared = readonly string[] | "none" | "left out" | undefined;
/** What a company declared: systems by name, that it has none, that its only one is out of scope, or nothing. */
function scopeOf(declared: Readonly<Partial<Record<Kind, Declared>>>) {
  return (kind: Kind): KindInScope => {
    const said = declared[kind];
    if (said === undefined) return { state: "not answered", inScope: [], outOfScope: [], until: null };
    if (said === "none") return { state: "declared none", inScope: [], outOfScope: [], until: null };
    const systems = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
    if (said === "left out")
      return {
        state: "out of scope",
        inScope: [],
        outOfScope: systems([`left out ${kind}`]).map((system) => ({ system })),
        until: null,
      };
    return { state: "in scope", inScope: systems(said), outOfScope: [], until: null };
  };
}

function answer(aspect: string | null, systemId: string | null, outcome: CheckOutcome, more: Partial<PartAnswer> = {}) {
  const base = { aspect, systemId, outcome, source: systemId ?? "a report", reason: `${outcome} of ${aspect}.` };
  return { ...base, observedAt: at(-1), validUntil: at(30), ...more } satisfies PartAnswer;
}

/** A report of half of a part, in which nothing was wrong. */
const half = (observedAt: Date, validUntil = at(-1)) =>
  answer("storage", "AWS", "unknown", { ...TOO_LITTLE, source: "Scanner (AWS)", observedAt, validUntil });

/** The same that a pipeline pushed. */
const proved = (observedAt: Date) => ({ ...half(observedAt), source: "Scanner (AWS; proved)" });

const combine = (
  parts: readonly AskedPart<Kind>[],
  declared: Readonly<Partial<Record<Kind, Declared>>>,
  answers: readonly PartAnswer[],
) => combineParts({ parts, kindInScope: scopeOf(declared), answers, now, phraseOf: (kind) => phrases[kind] })!;

type Row = [
  what: string,
  parts: readonly AskedPart<Kind>[],
  declared: Parameters<typeof scopeOf>[0],
  answers: readonly PartAnswer[],
  outcome: CheckOutcome,
  decided: string,
  reason: string,
];

const [storage, databases] = inTransit as [AskedPart<Kind>, AskedPart<Kind>];
const passing = [answer("storage", "AWS", "pass"), answer("databases", "AWS", "pass")];

describe("a check over its parts in scope", () => {
  test.each<Row>([
    [
      "is unknown while parts were not read, and names them",
      inTransit,
      { cloud: ["AWS"], site: ["example.com"] },
      passing,
      "unknown",
      "2 of 4",
      "2 of 4 parts decided: load balancers and public sites were not read.",
    ],
    [
      "is unknown while nobody said whether there is any such system",
      inTransit.slice(0, 2),
      {},
      [],
      "unknown",
      "0 of 2",
      "Say whether you use a cloud account.",
    ],
    [
      "is unknown while one kind was not spoken of, whatever else was answered",
      [part("storage", "storage", "cloud", "site")],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass")],
      "unknown",
      "0 of 1",
      "Say whether you use a public website.",
    ],
    [
      "passes where every part of every system passes",
      inTransit.slice(0, 2),
      { cloud: ["AWS", "Azure"] },
      [...passing, answer("storage", "Azure", "pass"), answer("databases", "Azure", "pass")],
      "pass",
      "2 of 2",
      "Both parts pass in AWS and Azure.",
    ],
    [
      "is not passed by one of two systems",
      [storage],
      { cloud: ["AWS", "Azure"] },
      passing,
      "unknown",
      "0 of 1",
      "Not decided: storage of Azure was not read.",
    ],
    [
      "fails by any failure in scope, even where most was not read",
      inTransit,
      { cloud: ["AWS"] },
      [...passing, answer("load-balancers", "AWS", "fail", { reason: "1 of 2: api (TLS 1.0; expected TLS 1.2)." })],
      "fail",
      "3 of 4",
      "1 of 2: api (TLS 1.0; expected TLS 1.2).",
    ],
    [
      "counts a part that has nothing of the kind as decided",
      inTransit.slice(0, 2),
      { cloud: ["AWS"] },
      [
        answer("storage", "AWS", "pass", { reason: "All 3 are as expected." }),
        answer("databases", "AWS", "not applicable"),
      ],
      "pass",
      "2 of 2",
      "All 3 are as expected.",
    ],
    [
      "does not apply where every system has nothing of the kind",
      inTransit.slice(0, 2),
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "not applicable"), answer("databases", "AWS", "not applicable")],
      "not applicable",
      "2 of 2",
      "not applicable of storage.",
    ],
    [
      "does not apply where the company declared that it has none, and leaves parts of such kinds out of the count",
      inTransit,
      { cloud: "none", site: "left out" },
      [],
      "not applicable",
      "0 of 0",
      "By your decisions, no system in scope is a cloud account or a public website.",
    ],
    [
      "is not asked of what is out of scope, which fails nothing",
      inTransit,
      { cloud: ["AWS"], site: "left out" },
      [
        ...passing,
        answer("load-balancers", "AWS", "pass"),
        answer("public-sites", "left out site", "fail"),
        answer(null, "left out site", "fail"),
      ],
      "pass",
      "3 of 3",
      "All 3 parts pass in AWS.",
    ],
    [
      "is unknown where an answer is too old, and says since when",
      inTransit.slice(0, 2),
      { cloud: ["AWS"] },
      [passing[0]!, answer("databases", "AWS", "pass", { observedAt: at(-40), validUntil: now })],
      "unknown",
      "1 of 2",
      "1 of 2 parts decided: databases of AWS were last read on October 13, 2026, too long ago to count.",
    ],
    [
      "is unknown by an answer that is, and says its reason",
      inTransit.slice(0, 2),
      { cloud: ["AWS"] },
      [passing[0]!, answer("databases", "AWS", "unknown", { reason: "We were not allowed to read databases." })],
      "unknown",
      "1 of 2",
      "1 of 2 parts decided: We were not allowed to read databases.",
    ],
    [
      "takes the worst of several answers about one part of one system",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass"), answer("storage", "AWS", "unknown", { source: "Prowler", reason: "1 of 9." })],
      "unknown",
      "0 of 1",
      "Not decided: 1 of 9.",
    ],
    [
      "is passed by who read a whole part, once a report of its half is too old to count",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass"), half(at(-40))],
      "pass",
      "1 of 1",
      "pass of storage.",
    ],
    [
      "is not passed by a report that somebody only said, over an old half that a pipeline proved",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass", { source: "Scanner (AWS)" }), proved(at(-40))],
      "unknown",
      "0 of 1",
      "Not decided: storage of AWS was last read on October 13, 2026, too long ago to count.",
    ],
    [
      "is passed by what another pipeline proved of the whole part since",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass", { source: "Other (AWS; proved)" }), proved(at(-40))],
      "pass",
      "1 of 1",
      "pass of storage.",
    ],
    [
      "is held back by a report of a part's half while that counts",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass"), half(at(-2), at(29))],
      "unknown",
      "0 of 1",
      "Not decided: only buckets was read.",
    ],
    [
      "is held back by an old report of a part's half where the whole was read before it, or too long ago",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "pass", { observedAt: at(-41) }), half(at(-40))],
      "unknown",
      "0 of 1",
      "Not decided: storage of AWS was last read on October 12, 2026, too long ago to count.",
    ],
    [
      "is held back by an old report of a part's half where another source found nothing of the kind",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", "AWS", "not applicable"), half(at(-40))],
      "unknown",
      "0 of 1",
      "Not decided: storage of AWS was last read on October 13, 2026, too long ago to count.",
    ],
    [
      "is never passed by a report about a target that is not on the list of systems",
      [storage],
      { cloud: ["AWS"] },
      [answer("storage", null, "pass")],
      "unknown",
      "0 of 1",
      "Not decided: storage was not read.",
    ],
    [
      "fails by such a report",
      [storage],
      { cloud: ["AWS"] },
      [passing[0]!, answer("storage", null, "fail", { source: "Prowler (999)", reason: "Public bucket." })],
      "fail",
      "1 of 1",
      "Prowler (999): Public bucket.",
    ],
    [
      "keeps what an older rule failed, and nothing that it passed",
      [storage],
      { cloud: ["AWS"] },
      [answer(null, "AWS", "pass"), answer(null, "AWS", "fail", { reason: "A bucket is public." })],
      "fail",
      "0 of 1",
      "A bucket is public.",
    ],
    [
      "counts no answer to an aspect that it does not have",
      [storage, databases],
      { cloud: ["AWS"] },
      [...passing, answer("other", "AWS", "fail")],
      "pass",
      "2 of 2",
      "Both parts pass in AWS.",
    ],
  ])("%s", (_, parts, declared, answers, outcome, decided, reason) => {
    const combined = combine(parts, declared, answers);
    expect([combined.outcome, `${combined.decided} of ${combined.asked}`, combined.reason]).toEqual([
      outcome,
      decided,
      reason,
    ]);
  });

  test("without parts is decided by no system", () => {
    const without = (answers: readonly PartAnswer[]) =>
      combineParts({ parts: [], kindInScope: scopeOf({}), answers, now, phraseOf: String });
    expect(without(passing)).toBeNull();
    expect(without([answer(null, "AWS", "pass")])).toBeNull();
    expect(without([answer(null, null, "fail", { reason: "Nobody is named." })])).toMatchObject({
      outcome: "fail",
      reason: "Nobody is named.",
    });
  });

  test("rests on the answer that ends it: the first to end where it passes, the last where it fails", () => {
    const answers = [
      answer("storage", "AWS", "pass", { validUntil: at(9) }),
      answer("databases", "AWS", "pass", { validUntil: at(5) }),
    ];
    expect(combine([storage, databases], { cloud: ["AWS"] }, answers).decisive?.validUntil).toEqual(at(5));
    const failing = answers.map((answer) => ({ ...answer, outcome: "fail" as const }));
    expect(combine([storage, databases], { cloud: ["AWS"] }, failing).decisive?.validUntil).toEqual(at(9));
    expect(combine([storage, databases], { cloud: ["AWS"] }, []).decisive).toBeNull();
  });

  test("rests, where it fails, on what fails, whatever else holds it back for longer", () => {
    const ends = (...answers: PartAnswer[]) =>
      combine([storage, databases], { cloud: ["AWS"] }, answers).decisive?.validUntil;
    const failing = (days: number, source: string) =>
      answer("storage", "AWS", "fail", { source, validUntil: at(days) });
    const doubt = answer("databases", "AWS", "unknown", { validUntil: at(60) });
    expect(ends(failing(5, "one"), doubt)).toEqual(at(5));
    expect(ends(failing(5, "one"), failing(9, "two"), failing(7, "three"), doubt)).toEqual(at(9));
  });

  test("rests, where it is unknown, on what holds it back, and on what was read where nothing does", () => {
    const asked = [storage, databases];
    const pass = answer("storage", "AWS", "pass", { validUntil: at(3) });
    const doubt = answer("databases", "AWS", "unknown", { validUntil: at(9) });
    expect(combine(asked, { cloud: ["AWS"] }, [pass, doubt]).decisive).toEqual(doubt);
    expect(combine(asked, { cloud: ["AWS"] }, [pass])).toMatchObject({
      outcome: "unknown",
      held: false,
      decisive: pass,
    });
  });

  test.each<[what: string, elsewhere: Partial<PartAnswer>, outcome: CheckOutcome, held: boolean]>([
    ["a failure", { outcome: "fail" }, "fail", true],
    ["a doubt", { outcome: "unknown" }, "unknown", true],
    ["a failure that grew old", { outcome: "fail", validUntil: at(-1) }, "unknown", true],
    ["a pass", { outcome: "pass" }, "pass", false],
    ["a pass that grew old", { outcome: "pass", validUntil: at(-1) }, "pass", false],
    ["nothing of the kind, too long ago", { outcome: "not applicable", validUntil: at(-1) }, "pass", false],
  ])("rests on a target that no list has where that is against it: %s", (_, change, outcome, held) => {
    const pass = answer("storage", "AWS", "pass", { validUntil: at(9) });
    const elsewhere = { ...answer("storage", null, "pass", { validUntil: at(5) }), ...change };
    const combined = combine([storage], { cloud: ["AWS"] }, [pass, elsewhere]);
    expect(combined).toMatchObject({ outcome, held, decisive: held ? elsewhere : pass });
  });

  test.each<[what: string, older: Partial<PartAnswer>, outcome: CheckOutcome]>([
    ["fails by what failed the whole of it for a system", { systemId: "AWS", outcome: "fail" }, "fail"],
    ["fails by what failed the whole of it for nothing on the list", { outcome: "fail" }, "fail"],
    [
      "fails by what failed the whole of it for a system of another kind",
      { systemId: "Okta", outcome: "fail" },
      "fail",
    ],
    ["is held back by a doubt about the whole of it", { outcome: "unknown" }, "unknown"],
    ["is left alone by a pass of the whole of it", { outcome: "pass" }, "pass"],
    ["is left alone by an old failure of the whole of it", { outcome: "fail", validUntil: at(-1) }, "pass"],
    ["is left alone by a failure of what is out of scope", { systemId: "left out site", outcome: "fail" }, "pass"],
  ])("%s, beside parts that all pass", (_, change, outcome) => {
    const older = { ...answer(null, null, "pass", { validUntil: at(5) }), ...change };
    const asked = [storage, part("public-sites", "public sites", "site")];
    const combined = combine(asked, { cloud: ["AWS"], site: "left out" }, [passing[0]!, older]);
    expect(combined).toMatchObject({
      outcome,
      held: outcome !== "pass",
      decisive: outcome === "pass" ? passing[0] : older,
    });
  });

  test("ends with the first of the decisions about its kinds of system, and never without one", () => {
    const until = (ends: Partial<Record<Kind, Date>>) => {
      const scope = scopeOf({ cloud: ["AWS"], site: "none", idp: "none" });
      const kindInScope = (kind: Kind) => ({ ...scope(kind), until: ends[kind] ?? null });
      const asked = [part("storage", "storage", "cloud", "site"), part("people", "people", "idp")];
      return combineParts({ parts: asked, kindInScope, answers: [], now, phraseOf: String })!.scopeUntil;
    };
    expect(until({})).toBeNull();
    expect(until({ site: at(7) })).toEqual(at(7));
    expect(until({ cloud: at(9), site: at(7), idp: at(5) })).toEqual(at(5));
    expect(until({ cloud: at(5), site: at(7) })).toEqual(at(5));
  });

  test("hears no more of a connection that ended once its system was connected again under another name", () => {
    const old = answer("storage", "AWS", "pass", {
      source: "AWS old",
      observedAt: at(-40),
      validUntil: at(-9),
    });
    const system = { id: "AWS", name: "AWS", sources: ["AWS old", "AWS new"] };
    const kindInScope = (): KindInScope => ({ state: "in scope", inScope: [system], outOfScope: [], until: null });
    const outcome = (...answers: PartAnswer[]) =>
      combineParts({ parts: [storage], kindInScope, answers, now, phraseOf: String })!.outcome;
    expect([
      outcome(old),
      outcome(old, answer("storage", "AWS", "pass", { source: "AWS new" })),
      outcome(old, answer("storage", "AWS", "pass", { source: "Prowler (AWS)" })),
    ]).toEqual(["unknown", "pass", "unknown"]);
  });

  test.each([
    ["a failure", { outcome: "fail" as const, reason: "A bucket is public." }],
    ["what else was doubted", { reason: "Not decided: nothing was reported for s3; only buckets was read." }],
    ["what could not be read", { reason: "We were not allowed to read storage." }],
    ["what was withdrawn", { reason: "Not decided: EX-000004 was withdrawn. Collect or import it again." }],
    ["what was said of another system", { systemId: null }],
    ["what its own source says", { source: "AWS" }],
  ])("is held back by %s, however old it is, whatever another source passes", (_, change) => {
    const old = { ...half(at(-40)), ...change };
    expect(combine([storage], { cloud: ["AWS"] }, [answer("storage", "AWS", "pass"), old]).outcome).toBe("unknown");
  });

  test("is held back only by what was read: parts that nobody read hold nothing back", () => {
    const held = (answers: readonly PartAnswer[]) => combine(inTransit, { cloud: ["AWS"] }, answers).held;
    expect([
      held([]),
      held(passing),
      held([...passing, answer("load-balancers", "AWS", "unknown")]),
      held([answer("storage", "AWS", "pass", { validUntil: at(-1) })]),
      held([answer("storage", "AWS", "fail")]),
    ]).toEqual([false, false, true, true, true]);
  });
});

const kinds = ["cloud", "site", "idp"] as const;
const systemIds = ["AWS", "Azure", "left out cloud", "left out site", null] as const;
const anyAnswer: fc.Arbitrary<PartAnswer> = fc
  .record({
    aspect: fc.constantFrom("a", "b", "c", null),
    systemId: fc.constantFrom(...systemIds),
    source: fc.constantFrom("one", "two", "three"),
    outcome: fc.constantFrom<CheckOutcome>("pass", "pass", "pass", "fail", "unknown", "not applicable"),
    days: fc.constantFrom(30, 30, 30, 5, 0, -3),
    reason: fc.constantFrom("A reason.", TOO_LITTLE.reason),
  })
  .map(({ days, ...rest }) => ({ ...rest, observedAt: at(days - 40), validUntil: at(days) }));
const anyDeclared = fc.record(
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      fc.constantFrom<Declared>(["AWS"], ["AWS", "Azure"], ["Azure"], "none", "none", "left out", undefined),
    ]),
  ) as Record<Kind, fc.Arbitrary<Declared>>,
);
const anyParts = fc
  .array(fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1 }), { minLength: 1, maxLength: 3 })
  .map((all) => all.map((systems, index) => part("abc"[index]!, `noun ${index}`, ...systems)));
/** Mostly what passes, so that a rule which turns something green has green to turn. */
const anyAnswers: fc.Arbitrary<PartAnswer[]> = fc.oneof(
  fc.array(anyAnswer, { maxLength: 12 }),
  fc.array(anyAnswer, { maxLength: 3 }).map((some) => [
    ...["a", "b", "c"].flatMap((aspect) => ["AWS", "Azure"].map((id) => answer(aspect, id, "pass"))),
    ...some.map((item) => ({
      ...item,
      outcome: item.outcome === "fail" ? ("not applicable" as const) : item.outcome,
    })),
  ]),
);
const situation = fc.tuple(anyParts, anyDeclared, anyAnswers);

const GREENNESS: readonly CheckOutcome[] = ["fail", "unknown", "not applicable", "pass"];
const greenness = (...given: Parameters<typeof combine>) => GREENNESS.indexOf(combine(...given).outcome);

describe("for every scope and all answers", () => {
  test("adding an unknown or a failing answer never turns a check greener", () => {
    fc.assert(
      fc.property(
        situation,
        anyAnswer,
        fc.constantFrom("unknown", "fail"),
        ([parts, declared, answers], more, outcome) => {
          const worse = [...answers, { ...more, outcome: outcome as CheckOutcome }];
          expect(greenness(parts, declared, worse)).toBeLessThanOrEqual(greenness(parts, declared, answers));
        },
      ),
    );
  });

  test("a system that comes into scope never turns a check greener", () => {
    fc.assert(
      fc.property(situation, fc.constantFrom(...kinds), ([parts, declared, answers], kind) => {
        const said = declared[kind];
        const names = Array.isArray(said) ? (said as readonly string[]) : [];
        const wider = { ...declared, [kind]: [...names, "New"] };
        expect(greenness(parts, wider, answers)).toBeLessThanOrEqual(greenness(parts, declared, answers));
      }),
    );
  });

  test("one more part, which nobody answered, never turns a check greener", () => {
    fc.assert(
      fc.property(
        situation,
        fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1 }),
        ([parts, declared, answers], systems) => {
          const wider = [...parts, part("new", "new", ...systems)];
          // Asked of its kind, a check knows which systems are out of scope, and hears what was said of them no more.
          const out = systems.map((kind) => `left out ${kind}`);
          const heard = answers.filter(({ systemId }) => !out.includes(systemId ?? ""));
          expect(greenness(wider, declared, heard)).toBeLessThanOrEqual(greenness(parts, declared, heard));
        },
      ),
    );
  });

  test("removing a pass, or letting it grow old, never turns a check greener", () => {
    fc.assert(
      fc.property(situation, fc.nat(), ([parts, declared, answers], place) => {
        // One that is too old to count holds its part back: without it, what another source says stands alone.
        const passes = answers.filter(({ outcome, validUntil }) => outcome === "pass" && now < validUntil);
        const gone = passes[place % Math.max(1, passes.length)];
        const without = answers.filter((answer) => answer !== gone);
        const old = answers.map((answer) => (answer === gone ? { ...answer, validUntil: at(-1) } : answer));
        const before = greenness(parts, declared, answers);
        expect(greenness(parts, declared, without)).toBeLessThanOrEqual(before);
        expect(greenness(parts, declared, old)).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("taking back what was declared of a kind never turns a check greener", () => {
    fc.assert(
      fc.property(situation, fc.constantFrom(...kinds), ([parts, declared, answers], kind) => {
        const said = declared[kind];
        fc.pre(said === "none" || said === undefined);
        const without = { ...declared, [kind]: undefined };
        expect(greenness(parts, without, answers)).toBeLessThanOrEqual(greenness(parts, declared, answers));
      }),
    );
  });

  test("the order of answers, parts and systems plays no part in the outcome, and that of answers none in anything", () => {
    const shuffled = situation.chain(([parts, declared, answers]) =>
      fc.tuple(
        fc.constant({ parts, declared, answers }),
        fc.shuffledSubarray(parts, { minLength: parts.length }),
        fc.shuffledSubarray(answers, { minLength: answers.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([{ parts, declared, answers }, otherParts, otherAnswers]) => {
        const before = combine(parts, declared, answers);
        expect(combine(otherParts, declared, answers).outcome).toBe(before.outcome);
        const { reason, outcome, decided, asked, held } = combine(parts, declared, otherAnswers);
        expect({ reason, outcome, decided, asked, held }).toEqual({
          reason: before.reason,
          outcome: before.outcome,
          decided: before.decided,
          asked: before.asked,
          held: before.held,
        });
      }),
    );
  });

  test("what grew too old passes nothing by itself: without it, and without any pass that counts, the check is no greener", () => {
    fc.assert(
      fc.property(situation, ([parts, declared, answers]) => {
        const counting = answers.filter(({ validUntil }) => now < validUntil);
        const before = greenness(parts, declared, answers);
        expect(before).toBeLessThanOrEqual(greenness(parts, declared, counting));
        // Another doubt in its place never makes a check greener.
        const doubted = answers.map((item) => ({ ...item, reason: "A reason." }));
        expect(greenness(parts, declared, doubted)).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("a valid failure in scope always fails, and nothing but one does", () => {
    fc.assert(
      fc.property(situation, ([parts, declared, answers]) => {
        const leftOut = kinds.flatMap((kind) => (declared[kind] === "left out" ? [`left out ${kind}`] : []));
        const own = (kind: readonly Kind[]) => leftOut.filter((id) => kind.some((item) => id === `left out ${item}`));
        const failing = answers.filter(({ aspect, systemId, outcome, validUntil }) => {
          if (outcome !== "fail" || validUntil <= now) return false;
          const about = parts.filter((part) => aspect === null || part.aspect === aspect);
          return about.length > 0 && !own(about.flatMap(({ systems }) => systems)).includes(systemId ?? "");
        });
        expect(combine(parts, declared, answers).outcome === "fail").toBe(failing.length > 0);
      }),
    );
  });

  test("nothing passes from an empty set: a check that passes has a passing answer for a system of each part in scope", () => {
    fc.assert(
      fc.property(situation, ([parts, declared, answers]) => {
        expect(combine(parts, declared, []).outcome).not.toBe("pass");
        const combined = combine(parts, declared, answers);
        fc.pre(combined.outcome === "pass");
        for (const { state, systems, unanswered } of combined.parts) {
          expect(unanswered).toEqual([]);
          if (state === "not asked") continue;
          for (const { state: own, answers: read } of systems) {
            expect(["pass", "not applicable"]).toContain(own);
            expect(read.every(({ validUntil }) => validUntil > now)).toBe(true);
            expect(read.length).toBeGreaterThan(0);
          }
        }
        expect(combined.decided).toBe(combined.asked);
      }),
    );
  });
});
