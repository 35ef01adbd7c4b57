import { describe, expect, test } from "vitest";
import { programChecks } from "#catalog/program-goals.ts";
import { outcomeOf } from "#tests/support/kept-company.ts";
import { moments } from "#tests/support/moments.ts";
import { companyReference } from "#tests/support/reference/company-reference.ts";
import { passingCompanies, proveCompany } from "#tests/support/reference/prove-company.ts";
import { judged, proveReference } from "#tests/support/reference/prove-reference.ts";
import { passingWays } from "#tests/support/reference/passing-registers.ts";
import { reference } from "#tests/support/reference/reference.ts";
import { registerChecks } from "./register-checks.ts";
import { scopeChecks } from "./scope-checks.ts";
import { systemChecks } from "./system-checks.ts";

// A slower reference, written from the sentences of the program, refuses nothing that the judge passes. Ten thousand for each check:
// tests/long/reference.test.ts.

/** Checks of accounts, policies, training and reviews have companies of their own: without-uploads.test.ts and stated-fields.test.ts. */
const ELSEWHERE = Object.keys(systemChecks).filter((check) => check in companyReference);

test("each of the 42 checks that registers are meant to decide has a reference, by itself or with a company of its own", () => {
  const without = programChecks.filter((check) => !(check in reference) && !(check in companyReference));
  expect([programChecks.length, without]).toEqual([42, []]);
});

test("each check that registers decide has a reference", () => {
  const asked = [registerChecks, scopeChecks, systemChecks]
    .flatMap(Object.keys)
    .filter((check) => !ELSEWHERE.includes(check));
  expect(Object.keys(reference).toSorted()).toEqual(asked.toSorted());
});

describe.each(Object.keys(reference))("%s", (check) => {
  test("passes none of 200 generated companies that the reference refuses", () => {
    for (const kept of passingWays(check)) {
      expect(judged(check, kept)).toMatchObject({ outcome: "pass" });
      expect(reference[check]!(kept)).toBe(true);
    }
    expect(proveReference(check, 200, 26)).toBeGreaterThan(10);
  });
});

test("each check of policies, training, accounts and reviews has a reference", () => {
  const others = Object.keys(moments).filter((check) => !(check in reference));
  expect(Object.keys(companyReference).toSorted()).toEqual(others.toSorted());
});

describe.each(Object.keys(companyReference))("%s", (check) => {
  test("passes none of 200 generated companies that the reference refuses", () => {
    for (const company of passingCompanies(check)) {
      expect(outcomeOf(check, company)).toBe("pass");
      expect(companyReference[check]!(company)).toBe(true);
    }
    expect(proveCompany(check, 200, 26)).toBeGreaterThan(10);
  });
});
