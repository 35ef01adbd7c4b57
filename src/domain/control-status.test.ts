import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { controlStatus, statusEnd } from "./control-status.ts";
import type { CheckResult, ControlFacts, FiledItem } from "./control-status.ts";
import type { CheckOutcome } from "./verdict.ts";

const now = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-12-22T12:00:00Z");
const earlier = new Date("2026-05-01T12:00:00Z");

function result(outcome: CheckOutcome, more: Partial<CheckResult> = {}): CheckResult {
  return {
    checkId: "auth.cloud-mfa",
    title: "Cloud sign-ins need MFA",
    source: "Prowler",
    outcome,
    reason: "MFA is off (rule x). 2 of 5 results failed.",
    observedAt: new Date("2026-04-01T12:00:00Z"),
    validUntil: later,
    ...more,
  };
}

const item: FiledItem = { number: 12, name: "Access policy", validUntil: later };
const expired: FiledItem = { ...item, validUntil: earlier };
const nothing: ControlFacts["evidence"] = { count: 0, valid: null, expired: null };
const filed: ControlFacts["evidence"] = { count: 3, valid: item, expired: null };
const second = { checkId: "auth.keys-rotated", title: "Access keys are rotated" };

type Row = [what: string, facts: Partial<ControlFacts>, status: string, reason: string];

describe("a control", () => {
  test.each<Row>([
    ["with nothing on file needs evidence", {}, "needs evidence", "No evidence filed yet."],
    [
      "whose last item expired needs evidence, and says which and when",
      { evidence: { count: 1, valid: null, expired } },
      "needs evidence",
      "The last item, EX-000012, expired on May 1, 2026.",
    ],
    [
      "with items that all expired needs evidence",
      { evidence: { count: 2, valid: null, expired: null } },
      "needs evidence",
      "Nothing on file is valid now.",
    ],
    ["with a valid item passes", { evidence: filed }, "passing", "EX-000012 is valid until December 22, 2026."],
    [
      "with an item that expires this instant needs evidence",
      { evidence: { count: 1, valid: { ...item, validUntil: now }, expired: null } },
      "needs evidence",
      "Nothing on file is valid now.",
    ],
    [
      "passes by a valid passing result alone",
      { checks: [result("pass")] },
      "passing",
      "1 check passes, valid until December 22, 2026.",
    ],
    [
      "passes by results and an item",
      { checks: [result("pass"), result("pass", second)], evidence: filed },
      "passing",
      "2 checks pass, and EX-000012 is valid until December 22, 2026.",
    ],
    [
      "fails by a valid failing result, whatever else is on file",
      { checks: [result("pass", second), result("fail")], evidence: filed },
      "failing",
      "Cloud sign-ins need MFA: MFA is off (rule x). 2 of 5 results failed.",
    ],
    [
      "fails by several and counts them",
      {
        checks: [
          result("fail", { ...second, reason: "1 of 1 result fails." }),
          result("fail", { reason: "2 of 5 results fail." }),
        ],
      },
      "failing",
      "2 checks fail, first Cloud sign-ins need MFA: 2 of 5 results fail.",
    ],
    [
      "fails when one source fails a check that another passes",
      { checks: [result("pass"), result("fail", { source: "Prowler aws 2", reason: "Off." })] },
      "failing",
      "Cloud sign-ins need MFA: Off.",
    ],
    [
      "needs evidence while a valid result is unknown, although an item is on file",
      { checks: [result("unknown", { reason: "Not decided: nothing was reported for x." })], evidence: filed },
      "needs evidence",
      "Cloud sign-ins need MFA: Not decided: nothing was reported for x.",
    ],
    [
      "needs evidence when a result is stale, although an item is on file",
      { checks: [result("pass", { validUntil: now })], evidence: filed },
      "needs evidence",
      "Cloud sign-ins need MFA: last passed on April 1, 2026, too long ago to count.",
    ],
    [
      "does not fail by a stale failing result",
      { checks: [result("fail", { validUntil: earlier })] },
      "needs evidence",
      "Cloud sign-ins need MFA: last failed on April 1, 2026, too long ago to count.",
    ],
    [
      "with results that do not apply alone needs evidence",
      { checks: [result("not applicable")] },
      "needs evidence",
      "No evidence filed yet.",
    ],
    [
      "with an item and results that do not apply passes",
      { checks: [result("not applicable")], evidence: filed },
      "passing",
      "EX-000012 is valid until December 22, 2026.",
    ],
    [
      "that an admin declared not applicable is that, whatever is on file",
      {
        applicability: { applicable: false, reason: " We have no offices " },
        checks: [result("fail")],
        evidence: filed,
      },
      "not applicable",
      "Declared not applicable: We have no offices.",
    ],
    [
      "that was declared applicable again is judged",
      { applicability: { applicable: true, reason: "We have an office." }, evidence: filed },
      "passing",
      "EX-000012 is valid until December 22, 2026.",
    ],
  ])("%s", (_, facts, status, reason) => {
    expect(controlStatus({ now, checks: [], evidence: nothing, ...facts })).toEqual({ status, reason });
  });
});

describe("whatever is on file", () => {
  const anyResult = fc.record({
    checkId: fc.constantFrom("a", "b", "c"),
    title: fc.constantFrom("Title"),
    source: fc.constantFrom("s", "t"),
    outcome: fc.constantFrom<CheckOutcome>("pass", "fail", "unknown", "not applicable"),
    reason: fc.constant("Because."),
    observedAt: fc.constant(earlier),
    validUntil: fc.constantFrom(earlier, now, later),
  });
  const anyEvidence = fc.constantFrom(nothing, filed, { count: 1, valid: null, expired });
  const anyFacts = fc.record({
    now: fc.constant(now),
    applicability: fc.constantFrom(undefined, { applicable: true, reason: "r" }, { applicable: false, reason: "r" }),
    checks: fc.array(anyResult, { maxLength: 6 }),
    evidence: anyEvidence,
  });

  test("nothing unknown or stale is ever green", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (!facts.checks.some((one) => one.outcome === "unknown" || one.validUntil <= now)) return;
        expect(controlStatus(facts).status).not.toBe("passing");
      }),
    );
  });

  test("another valid failing result never makes a control pass", () => {
    fc.assert(
      fc.property(anyFacts, anyResult, (facts, one) => {
        const failing = { ...one, outcome: "fail" as const, validUntil: later };
        const { status } = controlStatus({ ...facts, checks: [...facts.checks, failing] });
        expect(status).toBe(facts.applicability?.applicable === false ? "not applicable" : "failing");
      }),
    );
  });

  test("nothing passes without a valid item or a valid passing result", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (controlStatus(facts).status !== "passing") return;
        const passes = facts.checks.some((one) => one.outcome === "pass" && now < one.validUntil);
        expect(passes || facts.evidence.valid !== null).toBe(true);
      }),
    );
  });

  test("a status holds until the moment that is said, and from then on it is another one", () => {
    const days = fc.integer({ min: -3, max: 9 }).map((day) => new Date(now.getTime() + day * 86_400_000));
    const anyTimed = fc
      .tuple(anyFacts, fc.array(fc.tuple(anyResult, days), { maxLength: 6 }), days)
      .map(([facts, dated, until]) => ({
        ...facts,
        checks: dated.map(([one, validUntil], number) => ({ ...one, validUntil, number })),
        evidence: until > now ? { count: 1, valid: { ...item, validUntil: until }, expired: null } : facts.evidence,
      }));
    fc.assert(
      fc.property(anyTimed, fc.integer({ min: 0, max: 12 * 24 }), (facts, hours) => {
        const at = new Date(now.getTime() + hours * 3_600_000);
        const end = statusEnd(facts);
        const { status } = controlStatus(facts);
        const then = controlStatus({ ...facts, now: at }).status;
        const ended = end !== null && at >= end.at;
        expect(then === status).toBe(!ended);
        expect(end === null || end.at > now).toBe(true);
      }),
    );
  });

  test("the order of the results changes neither status nor reason", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const once = new Map(facts.checks.map((one) => [`${one.checkId} ${one.source}`, one]));
        const checks = [...once.values()];
        expect(controlStatus({ ...facts, checks: checks.toReversed() })).toEqual(controlStatus({ ...facts, checks }));
      }),
    );
  });

  test("the reason is one sentence, without a line break and with a full stop", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(controlStatus(facts).reason).toMatch(/^[^\n]+\.$/);
      }),
    );
  });
});
