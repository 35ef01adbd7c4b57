import { expect, test } from "vitest";
import type { ManualTest } from "#domain/manual-tests/decide.ts";
import type { PartSaid } from "#domain/judge/contract.ts";
import { FAILED_LAST } from "#domain/registers/failed-last.ts";
import { REGISTER_ASPECT, REGISTERS, registersOn } from "#domain/registers/snapshot.ts";
import type { Scope } from "#domain/scope.ts";
import type { CheckOutcome } from "#domain/verdict.ts";
import { checkInControl, combineChecks } from "../check-states.ts";
import type { Result } from "../check-states.ts";
import { asDecidedLast } from "./decided-last.ts";

const now = new Date("2026-11-23T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const OWNER = "oversight.owner-named";
const ACTIONS = "oversight.actions-on-time";
const jira = { id: "j", name: "Jira", kinds: [], provider: "jira", sources: ["Jira (acme)"] } as const;
const scope: Scope = { systems: [jira], decisions: [] };

const said = (checkId: string, outcome: CheckOutcome, more: Partial<Result> = {}): Result => ({
  checkId,
  aspect: REGISTER_ASPECT,
  source: REGISTERS,
  outcome,
  reason: `Registers: ${outcome}.`,
  observedAt: inDays(-1),
  validUntil: inDays(9),
  number: 1,
  evidenceId: "e",
  ...more,
});
const byJira = (outcome: CheckOutcome) =>
  said(ACTIONS, outcome, {
    aspect: "tickets",
    source: "Jira (acme)",
    reason: `Jira: ${outcome}.`,
    validUntil: inDays(30),
    number: 2,
  });
const tested = (conclusion: "passes" | "fails"): ManualTest => ({
  aspect: null,
  conclusion,
  reason: `Test: ${conclusion}.`,
  testedAt: inDays(-2),
  validUntil: inDays(60),
  withdrawn: false,
  number: 3,
});

function state(checkId: string, results: readonly Result[], test?: ManualTest) {
  const tests = new Map(test ? [[checkId, [test]]] : []);
  const found = combineChecks(results, scope, now, tests).find((check) => check.checkId === checkId)!;
  const { outcome, reason, basis, endsAt } = checkInControl(found);
  return { outcome, reason, basis, endsAt, decided: `${found.decided} of ${found.asked}` };
}

test("a check that is asked of no system is decided by the registers, and ends with what they said", () => {
  expect(state(OWNER, [])).toMatchObject({ outcome: "unknown", reason: "nobody has tested it." });
  expect(state(OWNER, [said(OWNER, "pass")])).toEqual({
    outcome: "pass",
    reason: "Registers: pass.",
    basis: "register",
    endsAt: inDays(9),
    decided: "1 of 1",
  });
  expect(state(OWNER, [said(OWNER, "fail")])).toMatchObject({ outcome: "fail", basis: "register" });
  expect(state(OWNER, [said(OWNER, "unknown")])).toMatchObject({ outcome: "unknown", reason: "Registers: unknown." });
  expect(state(OWNER, [said(OWNER, "pass", { validUntil: now })])).toMatchObject({ outcome: "unknown" });
});

test("a person's test decides what registers do not, and never outvotes what they fail", () => {
  const outcomes = (["pass", "fail", "unknown"] as const).map((outcome) =>
    (["passes", "fails"] as const).map(
      (conclusion) => state(OWNER, [said(OWNER, outcome)], tested(conclusion)).outcome,
    ),
  );
  expect(outcomes).toEqual([
    ["pass", "fail"],
    ["fail", "fail"],
    ["pass", "fail"],
  ]);
  expect(state(OWNER, [said(OWNER, "unknown")], tested("passes")).basis).toBe("person");
});

test("a person's test passes nothing that the registers failed when they decided it last, however long ago or undecided since", () => {
  const over = said(OWNER, "fail", { observedAt: inDays(-20), validUntil: inDays(-10) });
  const since = said(OWNER, "unknown", { reason: `Registers: unknown.${FAILED_LAST}` });
  for (const answer of [over, since, { ...since, validUntil: inDays(-10) }]) {
    expect(state(OWNER, [answer], tested("passes"))).toMatchObject({ outcome: "unknown", basis: null });
    expect(state(OWNER, [answer], tested("fails")).outcome).toBe("fail");
  }
  // Once they passed it, or could not decide it ever, a test decides what they do not.
  for (const answer of [said(OWNER, "pass", { validUntil: now }), said(OWNER, "unknown")])
    expect(state(OWNER, [answer], tested("passes")).outcome).toBe("pass");
});

test("what registers cannot decide says that they failed it last, also where a snapshot does not say what they failed", () => {
  const part = { check: OWNER, aspect: REGISTER_ASPECT, outcome: "unknown", reason: "Why.", validForDays: 9 } as const;
  const marked = (failed: unknown, more: Partial<PartSaid> = {}) =>
    asDecidedLast({ ...part, ...more }, { failedLast: failed }).reason === `Why.${FAILED_LAST}`;
  expect([marked([OWNER]), marked(undefined), marked("none"), marked([7])]).toEqual([true, true, true, true]);
  expect([marked([]), marked([ACTIONS])]).toEqual([false, false]);
  for (const more of [{ outcome: "pass" }, { outcome: "fail" }, { aspect: "tickets" }] as const)
    expect(marked([OWNER], more)).toBe(false);
});

test("what they cannot decide of a part at one system says that they failed it there last, and at no other", () => {
  const at = (source: string) => ({ check: OWNER, aspect: "accounts", source: registersOn(source) });
  const undecided = { ...at("Okta acme"), outcome: "unknown", reason: "Read too long ago.", validForDays: 9 } as const;
  const marked = (failedParts: unknown) =>
    asDecidedLast(undecided, { failedLast: [], failedParts }).reason.endsWith(FAILED_LAST);
  expect([marked([at("Okta acme")]), marked(undefined), marked("none"), marked([{ check: OWNER }])]).toEqual(
    Array(4).fill(true),
  );
  const others = [at("Okta other"), { ...at("Okta acme"), aspect: "grants" }, { ...at("Okta acme"), check: ACTIONS }];
  expect([marked([]), marked(others)]).toEqual([false, false]);
  expect(asDecidedLast({ ...undecided, outcome: "pass" }, {}).reason).toBe("Read too long ago.");
});

test("beside other systems each must be decided, and the worse stands", () => {
  const all = ["pass", "fail", "unknown"] as const;
  expect(all.map((own) => all.map((other) => state(ACTIONS, [said(ACTIONS, own), byJira(other)]).outcome))).toEqual([
    ["pass", "fail", "unknown"],
    ["fail", "fail", "fail"],
    ["unknown", "fail", "unknown"],
  ]);
  expect(state(ACTIONS, [said(ACTIONS, "pass"), byJira("pass")])).toMatchObject({
    basis: "register",
    endsAt: inDays(9),
    decided: "2 of 2",
  });
  expect(state(ACTIONS, [byJira("pass")])).toMatchObject({ outcome: "pass", basis: "machine", decided: "1 of 1" });
  expect(state(ACTIONS, [said(ACTIONS, "pass")]).outcome).toBe("unknown");
});

test("nothing else speaks under the name of the registers", () => {
  expect(state(OWNER, [said(OWNER, "pass", { source: "A report" })]).outcome).toBe("unknown");
  expect(state(OWNER, [said(OWNER, "pass", { aspect: null })]).outcome).toBe("unknown");
});

test("what a decision left out was not decided by a machine alone: an approved record of a register decided it, too", () => {
  const PRIVATE = "confidentiality.private-repositories";
  const github = { id: "g", name: "GitHub", kinds: ["code"], provider: "github", sources: ["GitHub (acme)"] } as const;
  const basis = (outcome: CheckOutcome, reason: string) => {
    const answer = said(PRIVATE, outcome, { aspect: "repositories", source: "GitHub (acme)", reason });
    const states = combineChecks([answer], { systems: [github], decisions: [] }, now, new Map());
    return checkInControl(states.find(({ checkId }) => checkId === PRIVATE)!);
  };
  const left = "All 2 are private. 1 left out by decision: site (APV-3, until 2027-03-01).";
  expect(basis("pass", "All 3 are private.")).toMatchObject({ outcome: "pass", basis: "machine" });
  expect(basis("pass", left)).toMatchObject({ outcome: "pass", basis: "register" });
  expect(basis("not applicable", left)).toMatchObject({ outcome: "not applicable", basis: "register" });
});
