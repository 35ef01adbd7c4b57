import { expect, test } from "vitest";
import { companyReference } from "#tests/support/reference/company-reference.ts";
import { proveCompany } from "#tests/support/reference/prove-company.ts";
import { proveReference } from "#tests/support/reference/prove-reference.ts";
import { reference } from "#tests/support/reference/reference.ts";

// The same as src/judge/registers/reference.test.ts, for many more.

test.each(Object.keys(reference))(
  "%s passes none of 10,000 generated companies that the reference refuses",
  (check) => {
    expect(proveReference(check, 10_000)).toBeGreaterThan(500);
  },
);

test.each(Object.keys(companyReference))(
  "%s passes none of 10,000 generated companies with accounts that the reference refuses",
  (check) => {
    expect(proveCompany(check, 10_000)).toBeGreaterThan(500);
  },
);
