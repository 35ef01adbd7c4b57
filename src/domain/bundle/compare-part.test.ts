import { describe, expect, test } from "vitest";
import { REGISTERS, registersOn } from "../registers/snapshot.ts";
import { comparePart } from "./compare-part.ts";
import type { PartSaid } from "../judge/contract.ts";
import type { PartLine } from "./verdict-line.ts";

const AT = "2026-11-20T06:00:00.000Z";
const OWN = registersOn("GitHub (acme)");
const line: PartLine = {
  for: "part",
  check: "accounts.leavers-disabled",
  aspect: "register",
  source: OWN,
  outcome: "pass",
  reason: "Nobody has left.",
  observedAt: AT,
  validUntil: "2026-11-27T06:00:00.000Z",
  exhibit: "EX-000003",
  sha256: "00",
  ledgerIndex: 3,
  withheld: null,
  judge: "00",
  how: { kind: "collection" },
} as PartLine;

/** How a line differs that its snapshot says again without an exhibit of `provider` under `source`. */
function compare(
  changed: Partial<PartLine>,
  read: { source: string; provider?: string },
  { withdrawn = ["EX-000002"] }: { withdrawn?: readonly string[] } = {},
) {
  const own = { ...line, ...changed };
  const { check, aspect, outcome, reason, source } = own;
  const now = { check, aspect, outcome, reason, validForDays: 7, ...(source !== REGISTERS && { source }) };
  const said = { parts: [now], origin: { source: REGISTERS, observedAt: AT }, missing: new Map([["EX-000002", read]]) };
  return comparePart(own, said, now, {
    runs: new Map(),
    filings: new Map([[own.exhibit, { at: AT, source: REGISTERS }]]),
    withdrawn: new Set(withdrawn),
  });
}

const fault = { fault: expect.stringContaining("EX-000002, which it was read with, was withdrawn") as string };
const google = { source: "Google Workspace acme.test", provider: "google-workspace" };
const okta = { source: "Okta (acme)", provider: "okta" };

describe("what registers say again without an exhibit that was withdrawn", () => {
  test.each([
    ["its own system", { source: "GitHub (acme)", provider: "github" }, {}],
    ["a system that proves domains", google, {}],
    ["one of those that a check of all accounts rests on", okta, { check: "training.developers", source: REGISTERS }],
  ])("differs where it decides something and that is %s", (_, read, changed) => {
    expect(compare(changed, read)).toEqual(fault);
    expect(compare({ ...changed, outcome: "fail" }, read)).toEqual(fault);
    expect(compare({ ...changed, outcome: "unknown" }, read)).toBeUndefined();
    expect(compare(changed, read, { withdrawn: [] })).toBeUndefined();
  });

  test("and what a review says while the exhibit that it was read from is", () => {
    const own = { ...line, check: "review.done-this-quarter" };
    const parts = (outcome: "pass" | "unknown") => [
      { check: own.check, aspect: own.aspect, outcome, reason: own.reason, validForDays: 7, source: OWN },
    ];
    const said = (outcome: "pass" | "unknown", source: string) => ({
      parts: parts(outcome),
      origin: { source: REGISTERS, observedAt: AT },
      reviewed: new Map([["EX-000002", source]]),
    });
    const witnesses = {
      runs: new Map(),
      filings: new Map([[own.exhibit, { at: AT, source: REGISTERS }]]),
      withdrawn: new Set(["EX-000002"]),
    };
    const [decided, open] = [said("pass", "GitHub (acme)"), said("unknown", "GitHub (acme)")];
    expect(comparePart(own, decided, decided.parts[0], witnesses)).toEqual(fault);
    // Withdrawn since the snapshot, which still decides.
    const undecided = { ...own, outcome: "unknown" as const, reason: "Not decided." };
    expect(comparePart(undecided, decided, decided.parts[0], witnesses)).toEqual({
      open: "read with an exhibit that was withdrawn",
    });
    expect(comparePart({ ...own, outcome: "unknown" }, open, open.parts[0], witnesses)).toBeUndefined();
    const other = said("pass", "Okta (acme)");
    expect(comparePart(own, other, other.parts[0], witnesses)).toBeUndefined();
  });

  test("stands where it does not rest on that", () => {
    expect(compare({}, okta)).toBeUndefined();
    expect(compare({ check: "people.listed", source: REGISTERS }, google)).toBeUndefined();
  });
});

test("what counts to the hour counts for no longer than that", () => {
  const fault = (validUntil: string) => {
    const own = { ...line, validUntil };
    const { check, aspect, outcome, reason, source } = own;
    const now = { check, aspect, outcome, reason, validForDays: 0, validForHours: 13, source };
    const said = { parts: [now], origin: { source: REGISTERS, observedAt: AT } };
    const filings = new Map([[own.exhibit, { at: AT, source: REGISTERS }]]);
    return comparePart(own, said, now, { runs: new Map(), filings, withdrawn: new Set() });
  };
  expect(fault("2026-11-20T19:00:00.000Z")).toBeUndefined();
  expect(fault("2026-11-20T20:00:00.000Z")).toEqual({ fault: expect.stringContaining("it counts for") as string });
  expect(fault("2026-11-21T06:00:00.000Z")).toEqual({ fault: expect.stringContaining("it counts for") as string });
});

describe("what registers say that were read with an exhibit of which the ledger has no proof", () => {
  const { check, aspect, outcome, reason, source } = line;
  const now = { check, aspect, outcome, reason, source, validForDays: 7 };
  const open = new Map([
    ["Okta (acme)", "Okta is not proved"],
    ["GitHub (acme)", "GitHub is not proved"],
  ]);
  const differs = (own: PartLine, parts: readonly PartSaid[], said: PartSaid = now) =>
    comparePart(
      own,
      { parts: [said], origin: { source: REGISTERS, observedAt: AT }, unproved: { open, parts } },
      said,
      {
        runs: new Map(),
        filings: new Map([[line.exhibit, { at: AT, source: REGISTERS }]]),
        withdrawn: new Set(),
      },
    );

  test("agrees where they say the very same without it", () => {
    expect(differs(line, [{ ...now, check: "another" }, now])).toBeUndefined();
  });

  test.each<[string, Partial<PartSaid>]>([
    ["nothing of this check", { check: "another" }],
    ["it of another part", { aspect: "another" }],
    ["it of another system", { source: "another" }],
    ["another outcome", { outcome: "unknown" }],
    ["another reason", { reason: "Another." }],
    ["that it counts for longer", { validForDays: 31 }],
    ["that it counts for less", { validForDays: 6 }],
  ])("stays open where they say %s", (_, changed) => {
    expect(differs(line, [{ ...now, ...changed }])).toEqual({ open: "GitHub is not proved" });
  });

  test("of all systems stays open for the first of these exhibits", () => {
    const { source: _, ...said } = now;
    expect(differs({ ...line, source: REGISTERS }, [], said)).toEqual({ open: "Okta is not proved" });
  });
});
