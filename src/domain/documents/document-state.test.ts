import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentState, lastDayOf, periodProblem, usualPeriod } from "./document-state.ts";
import type { DocumentFiling } from "./document-state.ts";

const now = new Date("2026-11-22T12:00:00Z");
const accepted = { accepted: true, reason: "" };
const returned = { accepted: false, reason: "The date is missing." };
const filing = (to: string, ledgerIndex: number, review: DocumentFiling["review"] = null): DocumentFiling => ({
  from: to,
  to,
  ledgerIndex,
  review,
});
const of = (filings: readonly DocumentFiling[], notApplicable = false) =>
  documentState({ validForDays: 92, filings, notApplicable }, now);

describe("an expected document", () => {
  test.each<[string, readonly DocumentFiling[], string, number | null]>([
    ["is missing while nothing is filed", [], "missing", null],
    ["waits for its review", [filing("2026-11-01", 1)], "waiting", 0],
    ["is on file when it was accepted", [filing("2026-11-01", 1, accepted)], "on file", 0],
    ["is returned with a reason", [filing("2026-11-01", 1, returned)], "returned", 0],
    ["expires after its days", [filing("2026-08-21", 1, accepted)], "expired", 0],
    ["is on file until its last day is over", [filing("2026-08-22", 1, accepted)], "on file", 0],
    [
      "stays on file while its renewal waits",
      [filing("2026-11-20", 2), filing("2026-09-01", 1, accepted)],
      "on file",
      1,
    ],
    ["waits where the one before expired", [filing("2026-11-20", 2), filing("2026-01-01", 1, accepted)], "waiting", 0],
    [
      "shows the newest of what counts for nothing",
      [filing("2026-11-20", 1, returned), filing("2026-11-19", 2)],
      "waiting",
      1,
    ],
    [
      "counts the accepted one that lasts longest",
      [filing("2026-11-01", 9, accepted), filing("2026-11-20", 1, accepted)],
      "on file",
      1,
    ],
  ])("%s", (_, filings, state, which) => {
    const found = of(filings);
    expect(found.state).toBe(state);
    expect(found.filing).toBe(which === null ? null : filings[which]);
    expect(found.until).toBe(which === null ? null : lastDayOf(filings[which]!, 92));
  });

  test("does not apply by a decision, whatever is filed", () => {
    expect(of([filing("2026-11-01", 1, accepted)], true)).toEqual({
      state: "not applicable",
      filing: null,
      until: null,
    });
  });
});

const day = fc
  .integer({ min: 0, max: 900 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));
const reviews = fc.constantFrom(null, accepted, returned);
const filings = fc
  .array(fc.record({ from: day, to: day, review: reviews }), { maxLength: 6 })
  .map((some) => some.map((item, ledgerIndex): DocumentFiling => ({ ...item, ledgerIndex })));
const instant = fc.integer({ min: 0, max: 1500 }).map((days) => new Date(Date.UTC(2025, 0, 1 + days, 11)));
const days = fc.constantFrom(31, 92, 184, 365);
const greenAt = (some: readonly DocumentFiling[], validForDays: number, at: Date) =>
  documentState({ validForDays, filings: some, notApplicable: false }, at).state === "on file";

describe("whatever was filed and reviewed", () => {
  test("what nobody accepted is never on file", () => {
    fc.assert(
      fc.property(filings, days, instant, (some, validForDays, at) => {
        const unaccepted = some.map((item) => (item.review?.accepted ? { ...item, review: null } : item));
        expect(greenAt(unaccepted, validForDays, at)).toBe(false);
        const found = documentState({ validForDays, filings: some, notApplicable: false }, at);
        expect(found.state === "on file" && found.filing.review?.accepted !== true).toBe(false);
      }),
    );
  });

  test("taking a review or a filing away never makes it greener", () => {
    fc.assert(
      fc.property(filings, days, instant, fc.nat(5), (some, validForDays, at, which) => {
        const without = some.map((item, index) => (index === which ? { ...item, review: null } : item));
        const gone = some.filter((_, index) => index !== which);
        const before = greenAt(some, validForDays, at);
        expect(greenAt(without, validForDays, at) && !before).toBe(false);
        expect(greenAt(gone, validForDays, at) && !before).toBe(false);
      }),
    );
  });

  test("time only takes away", () => {
    fc.assert(
      fc.property(filings, days, instant, fc.nat(500), (some, validForDays, at, more) => {
        const later = new Date(at.getTime() + more * 24 * 60 * 60_000);
        expect(greenAt(some, validForDays, later) && !greenAt(some, validForDays, at)).toBe(false);
      }),
    );
  });

  test("the order in which filings are read decides nothing", () => {
    fc.assert(
      fc.property(filings, days, instant, (some, validForDays, at) => {
        const read = (all: readonly DocumentFiling[]) =>
          documentState({ validForDays, filings: all, notApplicable: false }, at);
        expect(read(some.toReversed())).toEqual(read(some));
      }),
    );
  });
});

describe("a period", () => {
  const about = { today: "2026-11-22", collectedOn: "2026-11-20" };

  test("ends today at the latest, in order, and not after the item was made", () => {
    expect(periodProblem({ from: "2026-08-01", to: "2026-11-20" }, about)).toBeUndefined();
    expect(periodProblem({ from: "2026-08-01", to: "2026-11-23" }, about)).toBe("period-ahead");
    expect(periodProblem({ from: "2026-12-01", to: "2026-11-01" }, about)).toBe("period-ahead");
    expect(periodProblem({ from: "2026-11-20", to: "2026-11-19" }, about)).toBe("period-order");
    expect(periodProblem({ from: "2026-08-01", to: "2026-11-21" }, about)).toBe("period-after-item");
  });

  test("begins as the library expects: for a report its time back, for anything else the item's day", () => {
    expect(usualPeriod({ type: "Report", validForDays: 92 }, "2026-11-22")).toEqual({
      from: "2026-08-23",
      to: "2026-11-22",
    });
    expect(usualPeriod({ type: "Policy", validForDays: 365 }, "2026-11-22")).toEqual({
      from: "2026-11-22",
      to: "2026-11-22",
    });
  });
});
