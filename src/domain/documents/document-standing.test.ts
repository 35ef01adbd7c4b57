import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DocumentAnswer } from "./document-answer.ts";
import { documentStanding } from "./document-standing.ts";
import type { DocumentFiling } from "./document-state.ts";

const now = new Date("2026-11-22T12:00:00Z");
const at = (day: string) => new Date(`${day}T10:00:00Z`);
const answer = (kind: DocumentAnswer["kind"], more: Partial<DocumentAnswer> = {}): DocumentAnswer => ({
  kind,
  outcome: "pass",
  reason: "Version 3 is in force.",
  number: 9,
  observedAt: at("2026-11-22"),
  validUntil: at("2027-02-01"),
  ...more,
});
const filing = (more: Partial<DocumentFiling> = {}): DocumentFiling => ({
  from: "2026-11-01",
  to: "2026-11-01",
  ledgerIndex: 4,
  review: { accepted: true, reason: "" },
  ...more,
});
const own = (ownUntil: Date | null | undefined) =>
  filing({ review: { accepted: true, reason: "", own: true, ownUntil } });
const of = (answered: DocumentAnswer | null, ...filings: DocumentFiling[]) =>
  documentStanding({ validForDays: 365, filings, notApplicable: null, answer: answered }, now);

describe("an expected document", () => {
  test("is on file by its policy's approvals, until they end, without a filing", () => {
    expect(of(answer("policy"))).toMatchObject({
      state: "on file",
      by: "policy",
      filing: null,
      endsAt: at("2027-02-01"),
      reason: "Version 3 is in force.",
    });
  });

  test("that was received is on file by its approved record, until that ends, and by what was filed where that says less", () => {
    expect(of(answer("received"))).toMatchObject({ state: "on file", by: "record", endsAt: at("2027-02-01") });
    expect(of(answer("received", { validUntil: now }))).toMatchObject({ state: "expired", by: null });
    const reason = "No penetration test counts: TST-2 has no file.";
    const open = answer("received", { outcome: "unknown", reason });
    expect(of(open)).toMatchObject({ state: "missing", reason, by: null });
    expect(of(open, filing())).toMatchObject({ state: "on file", by: "filed" });
  });

  test("says where nobody but its filer reviewed it", () => {
    expect(of(null, own(null))).toMatchObject({
      state: "on file",
      alone: true,
      reason: "Reviewed by the person who filed it, because nobody else could.",
    });
    expect(of(null, filing())).toMatchObject({ state: "on file", alone: false, reason: "" });
  });

  test("that only its filer reviewed counts for a month after another person could, and waits for that person then", () => {
    expect(of(null, own(at("2026-12-01")))).toMatchObject({
      state: "on file",
      endsAt: at("2026-12-01"),
      reason:
        "Reviewed by the person who filed it, because nobody else could. Another person can now: it counts until December 1, 2026.",
    });
    const waits = {
      state: "waiting",
      by: null,
      alone: true,
      reason: "Only the person who filed it reviewed it. Ask another person to accept it.",
    };
    expect(of(null, own(now))).toMatchObject(waits);
    // Where nobody said since when another could, it does not count.
    expect(of(null, own(undefined))).toMatchObject(waits);
    expect(of(answer("printed"), { ...own(now), printed: true })).toMatchObject(waits);
  });

  test("that lasts longest counts by when its own review ends, and what another accepted is not hidden by it", () => {
    const shorter = filing({ to: "2026-06-01", ledgerIndex: 2 });
    expect(of(null, own(at("2026-12-01")), shorter)).toMatchObject({ state: "on file", filing: shorter, alone: false });
    expect(of(null, own(now), shorter)).toMatchObject({ state: "on file", filing: shorter });
    expect(of(null, own(null), shorter)).toMatchObject({ state: "on file", alone: true });
    const sentBack = filing({ ledgerIndex: 9, review: { accepted: false, reason: "Unsigned." } });
    expect(of(null, own(now), sentBack)).toMatchObject({ state: "returned", reason: "Unsigned." });
  });

  test("falls when the approvals of its policy are over, and says why its policy does not count", () => {
    expect(of(answer("policy", { validUntil: now }))).toMatchObject({ state: "expired", by: null, endsAt: now });
    const reason = "No version of Access policy is in force.";
    expect(of(answer("policy", { outcome: "unknown", reason }))).toMatchObject({ state: "missing", reason, by: null });
  });

  test("is not on file by a confirmation alone: another person accepts what was printed", () => {
    expect(of(answer("printed"))).toMatchObject({ state: "missing", by: null });
    expect(of(answer("printed"), filing({ printed: true, review: null }))).toMatchObject({ state: "waiting" });
    expect(of(answer("printed"), filing({ printed: true }))).toMatchObject({ state: "on file", by: "printed" });
  });

  test("that was printed falls with the confirmation of its registers, and one that somebody filed does not", () => {
    const ended = answer("printed", { outcome: "unknown", reason: "The confirmation of Actions has ended." });
    expect(of(ended, filing({ printed: true }))).toMatchObject({ state: "missing", reason: ended.reason });
    expect(of(null, filing({ printed: true }))).toMatchObject({ state: "missing" });
    expect(of(answer("printed", { validUntil: now }), filing({ printed: true }))).toMatchObject({ state: "missing" });
    expect(of(ended, filing())).toMatchObject({ state: "on file", by: "filed" });
  });

  test("that was printed counts no longer than the confirmation that it rests on", () => {
    expect(of(answer("printed"), filing({ printed: true })).endsAt).toEqual(at("2027-02-01"));
  });
});

const answers = fc.option(
  fc.record({
    kind: fc.constantFrom("policy" as const, "received" as const, "printed" as const),
    outcome: fc.constantFrom("pass" as const, "fail" as const, "unknown" as const),
    reason: fc.constant("Said."),
    number: fc.constant(3),
    observedAt: fc.constant(at("2026-10-01")),
    validUntil: fc.constantFrom(at("2026-11-01"), at("2026-12-01")),
  }),
);
const filings = fc.array(
  fc.record({
    from: fc.constant("2026-01-01"),
    to: fc.constantFrom("2025-01-01", "2026-11-01"),
    ledgerIndex: fc.nat(9),
    review: fc.constantFrom(null, { accepted: true, reason: "" }, { accepted: false, reason: "No." }),
    printed: fc.boolean(),
  }),
  { maxLength: 4 },
);

test("whatever is filed and said, taking the answer away or letting it say less is never greener", () => {
  fc.assert(
    fc.property(answers, filings, fc.constantFrom("unknown" as const, "fail" as const), (said, some, outcome) => {
      const isGreen = (given: DocumentAnswer | null) => of(given, ...some).state === "on file";
      const before = isGreen(said);
      expect(isGreen(null) && !before).toBe(false);
      expect(isGreen(said && { ...said, outcome }) && !before).toBe(false);
    }),
  );
});
