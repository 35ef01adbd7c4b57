import { expect, test } from "vitest";
import type { ScopeDecision } from "../scope.ts";
import { kindsInScope } from "./kinds-in-scope.ts";

const now = new Date("2026-11-22T12:00:00Z");
const decision = (about: ScopeDecision["about"], until: string | null): ScopeDecision => ({
  about,
  declared: true,
  reason: "We have none.",
  until,
  decidedBy: "ana",
  decidedAt: now,
  ledgerIndex: 1,
});
const system = { name: "GitHub (acme)", kinds: [], provider: "github", sources: [] } as const;

test("a kind answers as the company did, until the first of the decisions about it ends", () => {
  const kindInScope = kindsInScope(
    {
      systems: [
        { ...system, id: "one" },
        { ...system, id: "two" },
      ],
      decisions: [decision({ kind: "cloud" }, "2027-03-01"), decision({ systemId: "two" }, "2027-01-31")],
    },
    now,
  );
  expect(kindInScope("code")).toMatchObject({
    state: "in scope",
    inScope: [{ id: "one" }],
    outOfScope: [{ system: { id: "two" } }],
    until: new Date("2027-02-01T00:00:00Z"),
  });
  expect(kindInScope("cloud")).toMatchObject({ state: "declared none", until: new Date("2027-03-02T00:00:00Z") });
  expect(kindInScope("idp")).toMatchObject({ state: "not answered", until: null });
});

test("the first of several decisions ends what rests on them, and one without an end leaves nothing out", () => {
  const systems = ["one", "two", "three", "four"].map((id) => ({ ...system, id }));
  const decided = (...ends: readonly (string | null)[]) =>
    kindsInScope(
      { systems, decisions: ends.map((end, place) => decision({ systemId: systems[place]!.id }, end)) },
      now,
    )("code");
  expect(decided("2027-03-01", "2027-01-31", null, "2027-02-01").until).toEqual(new Date("2027-02-01T00:00:00Z"));
  expect(decided(null)).toMatchObject({ until: null, outOfScope: [] });
  expect(decided().until).toBeNull();
});

test("a kind is answered once, and each by itself", () => {
  const kindInScope = kindsInScope({ systems: [{ ...system, id: "one" }], decisions: [] }, now);
  const code = kindInScope("code");
  expect(kindInScope("idp").state).toBe("not answered");
  expect(kindInScope("code")).toBe(code);
});
