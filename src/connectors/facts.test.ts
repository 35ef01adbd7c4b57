import { expect, test } from "vitest";
import { everyOf } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts } from "./check.ts";
import type { EvidenceItem, StepReport } from "./connector.ts";
import { everyItem, memberOf, observed, observedRest, observedWhere, observeEach } from "./facts.ts";

const item = (id: string, data: EvidenceItem["data"]): EvidenceItem => ({
  kind: "x.user",
  subject: { type: "user", id, label: id },
  data,
  observedAt: "2026-11-22T10:00:00Z",
});
const factsWith = (items: readonly EvidenceItem[], status?: StepReport["status"]): CheckFacts => ({
  items: () => items,
  step: () => (status === undefined ? undefined : ({ status } as StepReport)),
  settings: {},
  now: new Date("2026-11-22T10:00:00Z"),
});
const words = { observed: "seen", wanted: "wanted", otherwise: "does not apply" };

test("an item that could not be read answers unknown", () => {
  expect(memberOf(item("ana", null)).data.at("active").flag().is(true).outcome()).toBe("unknown");
  expect(
    memberOf(item("ana", { active: true }))
      .data.at("active")
      .flag()
      .is(true)
      .outcome(),
  ).toBe("pass");
});

test("every item is all there are only after a step that completed, by a right that shows all", () => {
  const items = [item("ana", { active: true })];
  const all = (facts: CheckFacts, shows?: Truth) =>
    everyOf(everyItem(facts, "x.user", "users", shows), ({ data }) => data.at("active").flag().is(true)).outcome();
  expect(all(factsWith(items, "complete"))).toBe("pass");
  for (const status of ["truncated", "denied", "failed", "unavailable"] as const)
    expect(all(factsWith(items, status))).toBe("unknown");
  expect(all(factsWith(items))).toBe("unknown");
  expect(all(factsWith(items, "complete"), Truth.of(false, ["selected repositories"]))).toBe("unknown");
});

test("a check that may not apply is unknown until that is known", () => {
  const [yes, no, unknown] = [true, false, "unknown" as const].map((is) => Truth.of(is, []));
  const outcome = (applies: Truth, truth: Truth) =>
    observedWhere(applies, { type: "user", id: "ana", label: "Ana" }, truth, words).outcome;
  expect(outcome(yes!, yes!)).toBe("pass");
  expect(outcome(yes!, no!)).toBe("fail");
  expect(outcome(no!, no!)).toBe("not applicable");
  expect(outcome(unknown!, yes!)).toBe("unknown");
  expect(outcome(unknown!, no!)).toBe("unknown");
});

test("one observation for each item, and of one that could not be read its gap", () => {
  const items = [item("ana", { active: true }), { ...item("ben", null), gap: "403 Forbidden" }];
  const seen = (judge: (active: Truth) => Truth) =>
    observeEach(factsWith(items), "x.user", ({ resource, data }) =>
      observed(resource, judge(data.at("active").flag().is(true)), words),
    ).map((item) => [item.resource.id, item.outcome, item.observed]);
  expect(seen((active) => active)).toEqual([
    ["ana", "pass", "seen"],
    ["ben", "unknown", "403 Forbidden"],
  ]);
  expect(seen(() => Truth.of(true, []))[1]).toEqual(["ben", "unknown", "403 Forbidden"]);
});

test("what a population does not show is an observation of its own: unknown, and none where all was shown", () => {
  const rest = (facts: CheckFacts, shows: Truth) =>
    observedRest(everyItem(facts, "x.user", "users", shows), { type: "site", id: "s", label: "S" }, words).map(
      ({ outcome }) => outcome,
    );
  const [yes, no, unknown] = [true, false, "unknown" as const].map((is) => Truth.of(is, []));
  expect(rest(factsWith([], "complete"), yes!)).toEqual([]);
  for (const shows of [no!, unknown!]) expect(rest(factsWith([], "complete"), shows)).toEqual(["unknown"]);
  expect(rest(factsWith([], "truncated"), yes!)).toEqual(["unknown"]);
});
