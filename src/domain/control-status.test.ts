import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { controlStatus, missingOf, sayMissing, statusEnd } from "./control-status.ts";
import type { CheckInControl, ControlFacts, DocumentInControl } from "./control-status.ts";

const later = new Date("2026-12-22T12:00:00Z");
const observedAt = new Date("2026-11-01T12:00:00Z");

function check(outcome: CheckInControl["outcome"], more: Partial<CheckInControl> = {}): CheckInControl {
  return {
    checkId: "auth.cloud-mfa",
    title: "Cloud sign-ins need MFA",
    outcome,
    reason: outcome === "fail" ? "d.reyes can sign in without MFA." : "Not decided: console users were not read.",
    basis: outcome === "unknown" ? null : "machine",
    held: outcome === "fail",
    endsAt: outcome === "unknown" ? null : later,
    number: 7,
    observedAt,
    ...more,
  };
}

function document(state: DocumentInControl["state"], more: Partial<DocumentInControl> = {}): DocumentInControl {
  const isFiled = state !== "missing" && state !== "not applicable";
  return {
    documentId: "auth.authentication-standard",
    title: "Authentication standard",
    type: "Policy",
    state,
    reason: state === "returned" ? "It is last year's" : "",
    endsAt: state === "missing" ? null : new Date("2027-01-01T00:00:00Z"),
    number: isFiled ? 12 : null,
    filedAt: isFiled ? observedAt : null,
    by: state === "on file" ? "filed" : null,
    ...more,
  };
}

const second = { checkId: "auth.keys-rotated", title: "Access keys are rotated" };
const nothing = { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 };

type Row = [what: string, facts: Partial<ControlFacts>, status: string, reason: string];

describe("a control", () => {
  test.each<Row>([
    [
      "of which nothing is decided needs evidence, and says what is missing first",
      { checks: [check("unknown")], documents: [document("missing")] },
      "needs evidence",
      "0 of 2 decided. Authentication standard is not on file.",
    ],
    [
      "passes where every check passes and every document is on file",
      { checks: [check("pass"), check("pass", second)], documents: [document("on file")] },
      "passing",
      "2 checks pass and 1 document is on file, valid until December 22, 2026.",
    ],
    [
      "says which documents nobody but their filer reviewed",
      {
        documents: [
          document("on file", { reason: "Reviewed by the person who filed it.", alone: true }),
          document("on file"),
        ],
      },
      "passing",
      "2 documents are on file, valid until January 1, 2027. 1 reviewed by the person who filed it, because nobody else could.",
    ],
    [
      "does not pass by its checks alone",
      { checks: [check("pass")], documents: [document("missing")] },
      "needs evidence",
      "1 of 2 decided. Authentication standard is not on file.",
    ],
    [
      "says what to do about a document that only its filer reviewed, though another person could",
      { documents: [document("waiting", { reason: "Ask another person to accept it.", alone: true })] },
      "needs evidence",
      "0 of 1 decided. Authentication standard: Ask another person to accept it.",
    ],
    [
      "does not pass by its documents alone",
      { checks: [check("unknown")], documents: [document("on file")] },
      "needs evidence",
      "1 of 2 decided. Cloud sign-ins need MFA: console users were not read.",
    ],
    [
      "does not pass by a document that nobody reviewed",
      { checks: [check("pass")], documents: [document("waiting")] },
      "needs evidence",
      "1 of 2 decided. Authentication standard is waiting for a review.",
    ],
    [
      "falls when a document is returned, and says why",
      { checks: [check("pass")], documents: [document("returned")] },
      "needs evidence",
      "1 of 2 decided. Authentication standard was returned: It is last year's.",
    ],
    [
      "falls when a document's time is over, and says since when",
      { checks: [check("pass")], documents: [document("expired", { endsAt: new Date("2026-11-02T00:00:00Z") })] },
      "needs evidence",
      "1 of 2 decided. Authentication standard expired on November 1, 2026.",
    ],
    [
      "passes beside checks and documents that do not apply",
      { checks: [check("pass"), check("not applicable", second)], documents: [document("not applicable")] },
      "passing",
      "1 check passes, valid until December 22, 2026.",
    ],
    [
      "fails by one check, whatever else passes",
      { checks: [check("pass", second), check("fail")], documents: [document("on file")] },
      "failing",
      "Cloud sign-ins need MFA: d.reyes can sign in without MFA.",
    ],
    [
      "fails by several and counts them",
      { checks: [check("fail", { ...second, reason: "One key is 200 days old." }), check("fail")] },
      "failing",
      "2 checks fail, first Cloud sign-ins need MFA: d.reyes can sign in without MFA.",
    ],
    [
      "names what was read and holds it back before what nobody read",
      {
        checks: [check("unknown"), check("unknown", { ...second, held: true, reason: "It was read too long ago." })],
        documents: [document("missing")],
      },
      "needs evidence",
      "0 of 3 decided. Access keys are rotated: It was read too long ago.",
    ],
    [
      "of which nothing applies does not pass by that",
      { checks: [check("not applicable", { basis: null })], documents: [document("not applicable")] },
      "needs evidence",
      "Nothing that this control asks for applies to you. Declare the control not applicable.",
    ],
    [
      "that asks for nothing does not pass",
      {},
      "needs evidence",
      "Nothing that this control asks for applies to you. Declare the control not applicable.",
    ],
    [
      "that an admin declared not applicable is that, whatever is on file",
      { applicability: { applicable: false, reason: " We have no offices " }, checks: [check("fail")] },
      "not applicable",
      "Declared not applicable: We have no offices.",
    ],
    [
      "that was declared applicable again is judged",
      { applicability: { applicable: true, reason: "We have an office." }, checks: [check("pass")] },
      "passing",
      "1 check passes, valid until December 22, 2026.",
    ],
  ])("%s", (_, facts, status, reason) => {
    expect(controlStatus({ checks: [], documents: [], ...facts })).toMatchObject({ status, reason });
  });

  test("says how much is decided, and by what", () => {
    const facts: ControlFacts = {
      checks: [
        check("pass"),
        check("pass", { ...second, basis: "person" }),
        check("fail", { checkId: "c", basis: "register" }),
        check("not applicable", { checkId: "d", basis: null }),
        check("unknown", { checkId: "e" }),
      ],
      documents: [document("on file"), document("not applicable"), document("waiting")],
    };
    expect(controlStatus(facts)).toMatchObject({
      progress: { decided: 6, asked: 8 },
      basis: { machine: 1, register: 1, person: 1, documents: 1, notApplicable: 2 },
    });
    expect(controlStatus({ checks: [], documents: [] })).toMatchObject({
      progress: { decided: 0, asked: 0 },
      basis: nothing,
    });
  });
});

const outcomes = ["pass", "pass", "fail", "unknown", "not applicable"] as const;
const states = ["missing", "waiting", "returned", "expired", "on file", "on file", "not applicable"] as const;
const times = fc.integer({ min: 1, max: 9 }).map((day) => new Date(later.getTime() + day * 86_400_000));
const anyCheck = fc
  .record({
    id: fc.constantFrom("a", "b", "c", "d"),
    outcome: fc.constantFrom(...outcomes),
    endsAt: times,
    held: fc.boolean(),
  })
  .map(({ id, outcome, endsAt, held }) =>
    check(outcome, {
      checkId: id,
      title: id,
      held: held || outcome === "fail",
      endsAt: outcome === "unknown" ? null : endsAt,
    }),
  );
const anyDocument = fc
  .record({ id: fc.constantFrom("x", "y", "z"), state: fc.constantFrom(...states), endsAt: times })
  .map(({ id, state, endsAt }) =>
    document(state, { documentId: id, title: id, endsAt: state === "missing" ? null : endsAt }),
  );
const anyFacts: fc.Arbitrary<ControlFacts> = fc.record({
  applicability: fc.constantFrom(
    undefined,
    undefined,
    { applicable: true, reason: "r" },
    { applicable: false, reason: "r" },
  ),
  checks: fc.uniqueArray(anyCheck, { selector: ({ checkId }) => checkId, maxLength: 4 }),
  documents: fc.uniqueArray(anyDocument, { selector: ({ documentId }) => documentId, maxLength: 3 }),
});
const isGreen = (facts: ControlFacts) => controlStatus(facts).status === "passing";
const replaced = <T>(all: readonly T[], place: number, by: (fact: T) => T) =>
  all.map((item, index) => (index === place % Math.max(1, all.length) ? by(item) : item));

describe("whatever is decided", () => {
  test("G0: nothing passes while a check is undecided or a document is not on file", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (!isGreen(facts)) return;
        for (const { outcome } of facts.checks) expect(["pass", "not applicable"]).toContain(outcome);
        for (const { state } of facts.documents) expect(["on file", "not applicable"]).toContain(state);
        const there =
          facts.checks.some(({ outcome }) => outcome === "pass") ||
          facts.documents.some(({ state }) => state === "on file");
        expect(there).toBe(true);
      }),
    );
  });

  test("adding an undecided check or a missing document turns nothing green", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(isGreen({ ...facts, checks: [...facts.checks, check("unknown", { checkId: "new" })] })).toBe(false);
        expect(isGreen({ ...facts, documents: [...facts.documents, document("missing")] })).toBe(false);
      }),
    );
  });

  test("taking a pass or a document away turns nothing green", () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(), (facts, place) => {
        const unread = replaced(facts.checks, place, (check) => ({ ...check, outcome: "unknown" as const }));
        const unfiled = replaced(facts.documents, place, (document) => ({ ...document, state: "missing" as const }));
        expect(facts.checks.length > 0 && isGreen({ ...facts, checks: unread })).toBe(false);
        expect(facts.documents.length > 0 && isGreen({ ...facts, documents: unfiled })).toBe(false);
      }),
    );
  });

  test("a failing check fails its control, unless that does not apply", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { status } = controlStatus({ ...facts, checks: [...facts.checks, check("fail")] });
        expect(status).toBe(facts.applicability?.applicable === false ? "not applicable" : "failing");
      }),
    );
  });

  test("what is missing is everything that keeps it from passing: with that decided, it passes", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        fc.pre(facts.applicability?.applicable !== false);
        const missing = missingOf(facts);
        const checks = new Set(missing.flatMap((item) => (item.kind === "check" ? item.check.checkId : [])));
        const documents = new Set(
          missing.flatMap((item) => (item.kind === "document" ? item.document.documentId : [])),
        );
        expect(missing.length > 0 && isGreen(facts)).toBe(false);
        const mended: ControlFacts = {
          ...facts,
          checks: facts.checks.map((check) => (checks.has(check.checkId) ? { ...check, outcome: "pass" } : check)),
          documents: facts.documents.map((document) =>
            documents.has(document.documentId) ? { ...document, state: "on file" } : document,
          ),
        };
        expect(missing.length === 0 || isGreen(mended)).toBe(true);
        for (const item of missing) expect(sayMissing(item)).toMatch(/^[^\n]+\.$/);
      }),
    );
  });

  test("progress and basis count the same, and all of it only where nothing is missing", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { progress, basis } = controlStatus(facts);
        expect(Object.values(basis).reduce((sum, count) => sum + count, 0)).toBe(progress.decided);
        const undecided = missingOf(facts).filter(
          (item) => item.kind === "document" || item.check.outcome === "unknown",
        );
        expect(progress.asked - progress.decided).toBe(undecided.length);
      }),
    );
  });

  test("a passing control ends with the first of what it rests on, a failing one with the last that fails", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { status } = controlStatus(facts);
        const end = statusEnd(facts);
        const failing = facts.checks.filter(({ outcome }) => outcome === "fail");
        const ends = (status === "failing" ? failing : [...facts.checks, ...facts.documents]).flatMap(
          ({ endsAt }) => endsAt?.getTime() ?? [],
        );
        const expected = { passing: Math.min(...ends), failing: Math.max(...ends) }[status as "passing" | "failing"];
        expect(end?.at.getTime()).toBe(expected);
      }),
    );
  });

  test("the order of checks changes neither status nor reason, and the reason has no line break", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const verdict = controlStatus(facts);
        expect(controlStatus({ ...facts, checks: facts.checks.toReversed() })).toEqual(verdict);
        expect(verdict.reason).toMatch(/^[^\n]+\.$/);
      }),
    );
  });
});

test("a check that is not decided is named once with why, and with one colon", () => {
  const aCheck = check("unknown");
  expect(sayMissing({ kind: "check", check: aCheck })).toBe("Cloud sign-ins need MFA: console users were not read.");
  const parts = check("unknown", { reason: "2 of 4 parts decided: root users were not read." });
  expect(sayMissing({ kind: "check", check: parts })).toBe(
    "Cloud sign-ins need MFA, 2 of 4 parts decided: root users were not read.",
  );
});
