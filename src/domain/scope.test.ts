import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerFor, kindsOf, latestUntil, leftOut, mayHoldUntil, neverAnswered, nextScopeEnd } from "./scope.ts";
import type { Scope, ScopeDecision, System } from "./scope.ts";
import { providerKeys } from "./provider.ts";
import { systemKindKeys } from "./system-kinds.ts";

const now = new Date("2026-11-22T12:00:00Z");
const ids = ["a", "b", "c", "d"];
const day = fc
  .date({ min: new Date("2025-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const instant = fc.date({ min: new Date("2025-01-01"), max: new Date("2028-12-31"), noInvalidDate: true });
const system = (id: string): fc.Arbitrary<System> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    kinds: fc.uniqueArray(fc.constantFrom(...systemKindKeys.slice(0, 4)), { maxLength: 3 }),
    provider: fc.constantFrom(null, ...providerKeys),
    sources: fc.constant([]),
  });
const kind = fc.constantFrom(...systemKindKeys.slice(0, 6));
const decision: fc.Arbitrary<ScopeDecision> = fc
  .record({
    about: fc.oneof(
      kind.map((item) => ({ kind: item })),
      fc.constantFrom(...ids).map((systemId) => ({ systemId })),
    ),
    until: fc.option(day),
    ledgerIndex: fc.nat(20),
  })
  .map(({ about, until, ledgerIndex }) => ({
    about,
    until,
    declared: until !== null,
    reason: until === null ? "" : "because",
    decidedBy: "m",
    decidedAt: now,
    ledgerIndex,
  }));
const scope: fc.Arbitrary<Scope> = fc.record({
  systems: fc.subarray(ids).chain((some) => fc.tuple(...some.map(system))),
  decisions: fc.array(decision, { maxLength: 12 }),
});
const names = (systems: readonly System[]) => systems.map(({ id }) => id);
const declared = (about: ScopeDecision["about"], until: string, ledgerIndex = 1): ScopeDecision => ({
  about,
  declared: true,
  reason: "A test account",
  until,
  decidedBy: "m",
  decidedAt: now,
  ledgerIndex,
});
const aws: System = { id: "a", name: "AWS", kinds: [], provider: "aws", sources: ["AWS 1"] };

describe("the scope of a company", () => {
  test("a decision that is over never holds, whatever was decided before it", () => {
    fc.assert(
      fc.property(scope, kind, instant, (all, item, at) => {
        const answer = answerFor(all, item, at);
        const today = at.toISOString().slice(0, 10);
        const held = [answer.none, ...answer.outOfScope.map((left) => left.decision)].filter((found) => found !== null);
        expect(held.filter(({ until }) => until! < today)).toEqual([]);
      }),
    );
    const over = { systems: [aws], decisions: [declared({ systemId: "a" }, "2026-11-21")] };
    expect(answerFor(over, "cloud", now).state).toBe("in scope");
    const none = { systems: [], decisions: [declared({ kind: "cloud" }, "2026-11-21")] };
    expect(answerFor(none, "cloud", now).state).toBe("not answered");
  });

  test("adding a decision never adds a system, and never takes one away from the list", () => {
    fc.assert(
      fc.property(scope, decision, kind, instant, (all, more, item, at) => {
        const newest = { ...more, ledgerIndex: 21, declared: true, reason: "x", until: "2028-12-31" };
        const before = answerFor(all, item, at);
        const after = answerFor({ ...all, decisions: [...all.decisions, newest] }, item, at);
        expect(names(before.inScope)).toEqual(expect.arrayContaining(names(after.inScope)));
        const listed = ({ inScope, outOfScope }: typeof after) =>
          [...names(inScope), ...names(outOfScope.map(({ system: left }) => left))].sort();
        expect(listed(after)).toEqual(listed(before));
      }),
    );
  });

  test("a system of the kind outweighs the decision that there is none", () => {
    fc.assert(
      fc.property(scope, kind, instant, (all, item, at) => {
        const { state } = answerFor(all, item, at);
        const some = all.systems.some((each) => kindsOf(each).includes(item));
        expect(state === "in scope" || state === "out of scope").toBe(some);
      }),
    );
  });

  test("what is taken back counts no more, and the decision that the ledger knows last is the one that counts", () => {
    const back = { ...declared({ kind: "cloud" }, "2027-11-22", 5), declared: false, reason: "", until: null };
    const none = declared({ kind: "cloud" }, "2027-11-22", 4);
    expect(answerFor({ systems: [], decisions: [back, none] }, "cloud", now).state).toBe("not answered");
    const again = { ...none, ledgerIndex: 6 };
    expect(answerFor({ systems: [], decisions: [again, back, none] }, "cloud", now)).toMatchObject({
      state: "declared none",
      none: { ledgerIndex: 6 },
    });
  });

  test("the order in which systems and decisions are read changes nothing", () => {
    fc.assert(
      fc.property(scope, kind, instant, (all, item, at) => {
        const distinct = all.decisions.map((each, ledgerIndex) => ({ ...each, ledgerIndex }));
        const turned = { systems: all.systems.toReversed(), decisions: distinct.toReversed() };
        const [here, there] = [answerFor({ ...all, decisions: distinct }, item, at), answerFor(turned, item, at)];
        expect(there.state).toBe(here.state);
        expect(names(there.inScope).toReversed()).toEqual(names(here.inScope));
      }),
    );
  });

  test("a system is of its provider's kinds without being told, and of those that a person adds", () => {
    expect(kindsOf({ kinds: ["mdm", "idp"], provider: "microsoft-365" })).toEqual(["idp", "office", "mdm"]);
    const both = { systems: [{ ...aws, provider: "google-workspace" as const }], decisions: [] };
    expect(names(answerFor(both, "idp", now).inScope)).toEqual(["a"]);
    expect(names(answerFor(both, "office", now).inScope)).toEqual(["a"]);
    expect(answerFor(both, "cloud", now).inScope).toEqual([]);
  });

  test("a decision holds to the end of its day in UTC, which is when the scope is to be looked at again", () => {
    const left = { systems: [aws], decisions: [declared({ systemId: "a" }, "2026-11-22")] };
    expect(leftOut(left, "a", new Date("2026-11-22T23:59:59.999Z"))).toBeDefined();
    expect(leftOut(left, "a", new Date("2026-11-23T00:00:00Z"))).toBeUndefined();
    expect(nextScopeEnd(left, now)).toEqual(new Date("2026-11-23T00:00:00Z"));
    expect(nextScopeEnd(left, new Date("2026-11-23T00:00:00Z"))).toBeNull();
    fc.assert(
      fc.property(scope, kind, instant, (all, item, at) => {
        const end = nextScopeEnd(all, at);
        const before = end === null ? new Date("2030-01-01") : new Date(end.getTime() - 1);
        expect(answerFor(all, item, before)).toEqual(answerFor(all, item, at));
      }),
    );
  });

  test("a decision may hold for a year at most, and not until a day that is over", () => {
    expect(latestUntil(now)).toBe("2027-11-22");
    expect(latestUntil(new Date("2028-02-29T00:00:00Z"))).toBe("2029-02-28");
    expect(["2026-11-21", "2026-11-22", "2027-11-22", "2027-11-23"].map((each) => mayHoldUntil(each, now))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

test("a kind was never answered while there is no system of it, and no declaration that stands or ended by itself", () => {
  const at = (ledgerIndex: number, until: string | null): ScopeDecision => ({
    about: { kind: "code" },
    until,
    declared: until !== null,
    reason: "x",
    decidedBy: "m",
    decidedAt: now,
    ledgerIndex,
  });
  const never = (...decisions: ScopeDecision[]) => neverAnswered({ systems: [], decisions }, ["code"], now);
  expect(never()).toEqual(["code"]);
  expect(never(at(1, "2027-01-01"))).toEqual([]);
  // What ended by itself is a task of its own.
  expect(never(at(1, "2026-01-01"))).toEqual([]);
  // One that was withdrawn said nothing.
  expect(never(at(2, null), at(1, "2027-01-01"))).toEqual(["code"]);
});
