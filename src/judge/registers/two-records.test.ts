import { describe, expect, test } from "vitest";
import type { PolicyScope } from "#domain/registers/snapshot.ts";
import { having, outcomeOf, usual } from "#tests/support/kept-company.ts";
import type { Company } from "#tests/support/kept-company.ts";
import { whoIs } from "#domain/registers/same-people.ts";
import { judged } from "#tests/support/reference/prove-reference.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { oktaSystem } from "#tests/support/read-system.ts";
import { systemChecks } from "./system-checks.ts";
import type { RegisterInputs } from "./registers.ts";

// Somebody who stands in People twice is one person: by the other record they are nobody else.

const two: Partial<RegisterInputs> = { who: whoIs([["id 1", "id 2"]]) };
const changed = (check: string, list: string, fields: Readonly<Record<string, string[]>>): Kept => {
  const kept = passingFor(check);
  const rows = kept.lists[list]!.map((row) => ({ ...row, fields: { ...row.fields, ...fields } }));
  return { ...kept, lists: { ...kept.lists, [list]: rows } };
};

test.each<[check: string, kept: Kept]>([
  // The control's owner is the second record, the tester the first.
  ["oversight.audit-within-year", passingFor("oversight.audit-within-year")],
  ["oversight.review-within-quarter", passingFor("oversight.review-within-quarter")],
  [
    "confidentiality.matter-access",
    changed("confidentiality.matter-access", "client-matters", { conflictIds: ["id 2"] }),
  ],
])("%s passes with two people, and fails with one who stands there twice", (check, kept) => {
  expect(judged(check, kept).outcome).toBe("pass");
  expect(judged(check, kept, two).outcome).toBe("fail");
  // Somebody took it out of People, and nobody else has confirmed that they are two.
  expect(judged(check, kept, { everWho: two.who }).outcome).toBe("fail");
});

test("accounts of a person name the records that are one person's", () => {
  const { lists } = passingFor("accounts.one-person-each");
  const system = oktaSystem([{}], { "1": "id 1" });
  const register = (key: string) => ({ rows: lists[key] ?? [], confirmedUntil: new Date("2026-12-30T00:00:00Z") });
  const now = new Date("2026-11-23T12:00:00.000Z");
  const inputs: RegisterInputs = { register, failingControls: [], systems: [system], now };
  const judge = systemChecks["accounts.one-person-each"]!.judge;
  expect(judge(inputs, system).outcome).toBe("pass");
  expect(judge({ ...inputs, ...two }, system)).toMatchObject({
    outcome: "unknown",
    reason: "These records of People are one person: PER-1 and PER-2. End all but one.",
  });
  const many = Array.from({ length: 5000 }, (_, at) => ({
    ...lists["people"]![0]!,
    id: `id ${at + 1}`,
    number: at + 1,
  }));
  const crowd = (key: string) => ({ ...register(key), ...(key === "people" && { rows: many }) });
  expect(judge({ ...inputs, register: crowd, who: () => "id 1" }, system).reason).toBe(
    "These records of People are one person: PER-1, PER-2, PER-3 and 4997 more. End all but one.",
  );
});

describe("policies", () => {
  const check = "policies.approved-within-year";
  const scope = (given: Company, more: Partial<PolicyScope>) => outcomeOf(check, given, more);
  test("pass with an approval of another person, and not with one of the author's second account", () => {
    expect(scope(usual, {})).toBe("pass");
    // Olga wrote each, and Adam approved it.
    expect(scope(usual, { sameAccounts: [["adam", "olga"]] })).toBe("fail");
    expect(scope(usual, { sameAccounts: [["adam", "zoe"]] })).toBe("pass");
    // Nobody said who has two accounts.
    expect(scope(usual, { sameAccounts: undefined as never })).toBe("unknown");
  });

  test("count the approvals of one person by two accounts once", () => {
    const approvals = usual.lists["policy-approvals"]!;
    const twice = having({
      "policy-versions": usual.lists["policy-versions"]!.map((row) => ({
        ...row,
        fields: { ...row.fields, quorum: 2 },
      })),
      "policy-approvals": approvals.flatMap((row) => [
        row,
        { ...row, id: `${row.id} 2`, fields: { ...row.fields, by: "mia" } },
      ]),
    });
    expect(scope(twice, {})).toBe("pass");
    expect(scope(twice, { sameAccounts: [["adam", "mia"]] })).toBe("fail");
  });
});
