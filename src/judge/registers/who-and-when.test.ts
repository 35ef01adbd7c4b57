import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { changedRow, daysAgo, inDays } from "#tests/support/sealed-rows.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { judged } from "#tests/support/reference/prove-reference.ts";
import { reference } from "#tests/support/reference/reference.ts";

// Who was there, what proves what, and which days cannot be: each looks whole and is not. The reference refuses it, too.

type Fields = Readonly<Record<string, unknown>>;
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const withRows = (kept: Kept, list: string, rows: readonly SnapshotRow[]): Kept => ({
  ...kept,
  lists: { ...kept.lists, [list]: rows },
});
/** The company that passes a check, with other values in one row of a list. */
const having = (check: string, list: string, fields: Fields, at = 0): Kept => {
  const kept = passingFor(check);
  return withRows(kept, list, changedRow(kept.lists[list]!, fields, at));
};
const restoredAgain = (fields: Fields, more: Partial<SnapshotRow> = {}): Kept => {
  const kept = passingFor("backup.restore-tested");
  const [good] = kept.lists["tests"]!;
  const [again] = changedRow([good!], { doneOn: dayIn(-3), ...fields });
  return withRows(kept, "tests", [good!, { ...again!, id: "id 9", number: 9, ...more }]);
};

test.each<[what: string, check: string, kept: Kept, outcome: string, says: string]>([
  [
    "an attendee who joined after the meeting",
    "oversight.review-within-quarter",
    having("oversight.review-within-quarter", "people", { startsAt: daysAgo(8) }, 1),
    "fail",
    "MTG-1 (PER-2)",
  ],
  [
    "an attendee who had left before it",
    "oversight.review-within-quarter",
    having("oversight.review-within-quarter", "people", { endsAt: daysAgo(12) }, 1),
    "fail",
    "MTG-1 (PER-2)",
  ],
  [
    "two attendees of whom one is not in People",
    "oversight.review-within-quarter",
    having("oversight.review-within-quarter", "meetings", { attendeeIds: ["id 1", "nobody"] }),
    "fail",
    "MTG-1 (somebody who is not in People)",
  ],
  [
    "one attendee by two records",
    "oversight.review-within-quarter",
    { ...passingFor("oversight.review-within-quarter"), same: [["id 1", "id 2"]] },
    "fail",
    "two people who attended",
  ],
  [
    "a participant who joined after the exercise",
    "incident.exercised-within-year",
    having("incident.exercised-within-year", "people", { startsAt: daysAgo(20) }),
    "fail",
    "TST-6 (PER-1)",
  ],
  [
    "a participant who had left beside one who was there",
    "incident.exercised-within-year",
    withRows(
      having("incident.exercised-within-year", "tests", { participantIds: ["id 1", "id 2"] }),
      "people",
      changedRow(passingFor("incident.exercised-within-year").lists["people"]!, { endsAt: daysAgo(60) }, 1),
    ),
    "fail",
    "TST-6 (PER-2)",
  ],
  [
    "an auditor who joined after the audit",
    "oversight.audit-within-year",
    having("oversight.audit-within-year", "people", { startsAt: daysAgo(20) }),
    "fail",
    "No audit of the last 365 days covers",
  ],
  [
    "a retest by the very report",
    "vulns.pentest-within-year",
    having("vulns.pentest-within-year", "tests", { retest: "EX-000007" }),
    "fail",
    "TST-2 (0 of 3 closed). The retest report of these is the report of a test: TST-2. Cite the report of the retest.",
  ],
  [
    "a retest of two of three findings",
    "vulns.pentest-within-year",
    having("vulns.pentest-within-year", "tests", { closed: 2 }),
    "fail",
    "TST-2 (2 of 3 closed)",
  ],
  [
    "a confidentiality agreement as the contract",
    "vendors.contract-signed",
    having("vendors.contract-signed", "contracts", { kind: "nda" }),
    "fail",
    "A confidentiality agreement alone does not count: CON-1. Add the service or data agreement.",
  ],
  [
    "an agreement with a client as the contract",
    "vendors.contract-signed",
    having("vendors.contract-signed", "contracts", { kind: "client" }),
    "fail",
    "VEN-1",
  ],
  [
    "a contract that ends before it was signed",
    "vendors.contract-signed",
    having("vendors.contract-signed", "contracts", { signedOn: dayIn(-1), endsOn: dayIn(-2) }),
    "fail",
    "VEN-1",
  ],
  [
    "a report whose period ends before it starts",
    "vendors.reviewed-within-year",
    having("vendors.reviewed-within-year", "assurances", { periodStartsOn: dayIn(-50) }),
    "fail",
    "VEN-1",
  ],
  [
    "such a report about buildings",
    "physical.hosting-assured",
    having("physical.hosting-assured", "assurances", { periodStartsOn: dayIn(-50) }),
    "fail",
    "VEN-1",
  ],
  ["a later restore that took too long", "backup.restore-tested", restoredAgain({ recoveryHours: 9 }), "fail", "TST-9"],
  [
    "a later restore that nobody approved yet",
    "backup.restore-tested",
    restoredAgain({}, { state: "waiting", approval: null }),
    "unknown",
    "The last restore waits for approval: TST-9.",
  ],
  [
    "no recovery time to compare a restore with",
    "backup.restore-tested",
    having("backup.restore-tested", "systems", { rtoHours: undefined }),
    "unknown",
    "There is no recovery time or data loss to compare a restore with: SYS-1.",
  ],
])("%s passes no %s", (_, check, kept, outcome, says) => {
  expect(judged(check, passingFor(check)).outcome).toBe("pass");
  const verdict = judged(check, kept);
  expect([verdict.outcome, verdict.reason]).toEqual([outcome, expect.stringContaining(says)]);
  expect(reference[check]!(kept)).toBe(false);
});

test("who begins or leaves on the day itself was there", () => {
  for (const fields of [{ startsAt: `${dayIn(-10)}T23:00:00.000Z` }, { endsAt: `${dayIn(-10)}T00:00:00.000Z` }]) {
    const kept = having("oversight.review-within-quarter", "people", fields, 1);
    expect(judged("oversight.review-within-quarter", kept).outcome).toBe("pass");
    expect(reference["oversight.review-within-quarter"]!(kept)).toBe(true);
  }
});

test("a contract counts on its last day, and not on the next", () => {
  for (const [endsOn, outcome] of [
    [dayIn(0), "pass"],
    [dayIn(-1), "fail"],
  ] as const) {
    const kept = having("vendors.contract-signed", "contracts", { endsOn });
    expect(judged("vendors.contract-signed", kept).outcome).toBe(outcome);
    expect(reference["vendors.contract-signed"]!(kept)).toBe(outcome === "pass");
  }
});
