import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckOutcome } from "../verdict.ts";
import { isDecided, worstOf } from "./answer.ts";
import type { AnswerState, PartAnswer } from "./answer.ts";
import { byPlace, decidePart } from "./decide-part.ts";
import type { AskedSystem, KindInScope } from "./decide-part.ts";

const now = new Date("2026-11-22T12:00:00Z");
const at = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);
const part = { aspect: "storage", title: "Storage", noun: "storage", systems: ["cloud"] };
const aws = { id: "AWS", name: "AWS", sources: ["AWS old", "AWS new"] };

function answer(source: string, outcome: CheckOutcome, more: Partial<PartAnswer> = {}): PartAnswer {
  const base = { aspect: "storage", systemId: "AWS", source, outcome, reason: `${outcome} by ${source}.` };
  return { ...base, observedAt: at(-1), validUntil: at(30), ...more };
}

function decide(answers: readonly PartAnswer[], systems: readonly AskedSystem[] = [aws]) {
  const kindInScope = (): KindInScope => ({
    state: "in scope",
    inScope: systems,
    outOfScope: [{ system: { id: "left out", name: "Left out" } }],
    until: null,
  });
  return decidePart(part, kindInScope, answers, now);
}

const stale = { observedAt: at(-40), validUntil: at(-9) };

describe("a part that one source passes", () => {
  const passing = answer("AWS new", "pass");

  test.each<[what: string, other: PartAnswer, state: string]>([
    ["fails by a target that no list has", answer("Prowler", "fail", { systemId: null }), "fail"],
    ["fails by a system that nobody asks it of", answer("Prowler", "fail", { systemId: "Unlisted" }), "fail"],
    ["is held back by a doubt about such a target", answer("Prowler", "unknown", { systemId: null }), "unknown"],
    ["is held back by a doubt about such a system", answer("Prowler", "unknown", { systemId: "Unlisted" }), "unknown"],
    [
      "is held back by a failure of such a system that grew old",
      answer("Prowler", "fail", { systemId: "Unlisted", ...stale }),
      "unknown",
    ],
    ["is left alone by a pass of such a system", answer("Prowler", "pass", { systemId: "Unlisted" }), "pass"],
    ["is left alone by a failure of what is out of scope", answer("Prowler", "fail", { systemId: "left out" }), "pass"],
    ["is left alone by a connection's answer that grew old before", answer("AWS old", "pass", stale), "pass"],
    ["fails by an older failure that still counts", answer("AWS old", "fail", { observedAt: at(-5) }), "fail"],
    ["is held back by an older doubt that counts", answer("AWS old", "unknown", { observedAt: at(-5) }), "unknown"],
    ["is held back by a report that grew old before", answer("Prowler (AWS)", "pass", stale), "unknown"],
    [
      "is held back by what another connection said after it, and grew old first",
      answer("AWS old", "pass", { observedAt: at(-0.5), validUntil: at(-0.1) }),
      "unknown",
    ],
    [
      "is held back by what another connection said at the same moment, and grew old first",
      answer("AWS old", "pass", { validUntil: at(-0.1) }),
      "unknown",
    ],
  ])("%s", (_, other, state) => {
    expect(decide([passing, other]).state).toBe(state);
    expect(decide([other, passing]).state).toBe(state);
  });

  test("whose answers all grew old is not decided by the newest of them", () => {
    const newer = answer("AWS new", "pass", { ...stale, observedAt: at(-20) });
    const { state, systems } = decide([answer("AWS old", "pass", stale), newer]);
    expect(state).toBe("unknown");
    expect(systems.map(({ state: own, answers }) => [own, answers.length])).toEqual([["stale", 2]]);
  });

  test("at the moment when its answer ends is decided no more", () => {
    expect(decide([answer("AWS new", "pass", { validUntil: now })]).state).toBe("unknown");
  });

  test("is only passed by a report of half of it that grew old where that report names nothing else and came before", () => {
    const half = { reason: "Not decided: only buckets was read.", observedAt: at(-1), validUntil: at(-0.1) };
    expect(decide([passing, answer("Scanner", "unknown", half)]).state).toBe("unknown");
    expect(decide([passing, answer("Scanner", "unknown", { ...half, observedAt: at(-2) })]).state).toBe("pass");
  });
});

test("what was answered of a system stands the worst first", () => {
  const answers = [answer("one", "pass"), answer("two", "unknown"), answer("three", "fail"), answer("four", "pass")];
  const { systems } = decide(answers);
  expect(systems[0]!.answers.map(({ source }) => source)).toEqual(["three", "one", "two", "four"]);
});

test("systems stand by name, and those of one name by what identifies them", () => {
  const system = (name: string, id: string) => ({ id, name });
  const [a, b, c, d] = [system("A", "4"), system("B", "2"), system("B", "3"), system("C", "1")];
  const names = (systems: readonly AskedSystem[]) => decide([], systems).systems.map(({ system: { id } }) => id);
  fc.assert(
    fc.property(fc.shuffledSubarray([a!, b!, c!, d!], { minLength: 4 }), (systems) => {
      expect(names(systems)).toEqual(["4", "2", "3", "1"]);
    }),
  );
});

test("only an outcome other than unknown decides, and the worst of several states stands", () => {
  const states: readonly AnswerState[] = ["fail", "unknown", "stale", "pass", "not applicable", "not read"];
  expect(states.filter(isDecided)).toEqual(["fail", "pass", "not applicable"]);
  for (const [place, state] of states.entries()) expect(worstOf(states.slice(place))).toBe(state);
  expect(worstOf([])).toBe("not read");
});

describe("the order of answers", () => {
  const low = { ...answer("a", "fail", { reason: "a", aspect: "a", systemId: "a" }), number: 1 };
  /** By what answers are ordered, the first before all that follow. */
  const higher: readonly Partial<PartAnswer>[] = [
    { source: "b" },
    { observedAt: at(0) },
    { outcome: "pass" },
    { reason: "b" },
    { validUntil: at(31) },
    { aspect: "b" },
    { systemId: "b" },
    { number: 2 },
  ];
  const sign = (a: PartAnswer, b: PartAnswer) => Math.sign(byPlace(a, b));

  test("is by each thing that they say, and nothing that follows outweighs it", () => {
    expect(sign(low, { ...low })).toBe(0);
    for (const [place, change] of higher.entries()) {
      const high = { ...low, ...change };
      expect([sign(low, high), sign(high, low)], JSON.stringify(change)).toEqual([-1, 1]);
      for (const after of higher.slice(place + 1)) {
        const other = { ...low, ...after };
        expect([sign(other, high), sign(high, other)], JSON.stringify([change, after])).toEqual([-1, 1]);
      }
    }
  });

  test("has what names no part, no system and no number first", () => {
    const { number: _, ...unnumbered } = low;
    for (const first of [{ ...low, aspect: null }, { ...low, systemId: null }, unnumbered])
      expect([sign(first, low), sign(low, first), sign(first, { ...first })]).toEqual([-1, 1, 0]);
  });
});
