import { expect, test } from "vitest";
import { allChecks } from "#catalog/index.ts";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { stands, written } from "#tests/support/kept-company.ts";
import { moments } from "#tests/support/moments.ts";

// Whoever keeps people, policies, training and reviews in Exhibit uploads nothing: each of these checks is decided from what is done here
// and from what connectors read. One company, as its snapshots are sealed; each check passes, fails, is unknown, and passes again.

/** The checks that must be reached so. A new one of the catalog is among them, and has no case until somebody writes it. */
const asked = allChecks
  .map(({ id }) => id)
  .filter((id) => /^(policies|people|training|review)\./.test(id) || id === "accounts.one-person-each");

const found = new Map(
  asked.map((check) => [check, (moments[check] ?? []).map(([what, company]) => ({ what, ...stands(check, company) }))]),
);

test("every check of people, policies, training and reviews has its cases", () => {
  expect(Object.keys(moments).toSorted()).toEqual(asked.toSorted());
  expect(written.policies).toHaveLength(policyKinds.length);
});

test.each(asked)("%s passes, fails, is unknown and passes again with no upload", (check) => {
  const steps = found.get(check)!;
  expect(steps.map(({ outcome, reason }) => ({ outcome, reason }))).toEqual(
    ["pass", "fail", "unknown", "pass"].map((outcome) => ({ outcome, reason: expect.any(String) as string })),
  );
  expect(steps.map(({ uploads }) => uploads)).toEqual([0, 0, 0, 0]);
  expect(["register", "machine", "person"]).toContain(steps[3]!.basis);
});

test("prints the table", () => {
  const lines = asked.flatMap((check) =>
    found
      .get(check)!
      .map(
        ({ what, outcome, basis, uploads }, at) =>
          `${(at === 0 ? check : "").padEnd(31)}${outcome.padEnd(9)}${(basis ?? "").padEnd(10)}${uploads} uploads  ${what}`,
      ),
  );
  console.log(`\n${lines.join("\n")}\n`);
  expect(lines).toHaveLength(4 * asked.length);
});
