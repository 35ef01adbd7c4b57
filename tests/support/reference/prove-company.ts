import fc from "fast-check";
import type { Company } from "../kept-company.ts";
import { outcomeOf } from "../kept-company.ts";
import { moments } from "../moments.ts";
import { companyReference } from "./company-reference.ts";
import { changedCompanies } from "./random-companies.ts";

/** The companies of a check that pass: as they come to pass first, and again. */
export const passingCompanies = (check: string): readonly Company[] => [moments[check]![0][1], moments[check]![3][1]];

/**
 * Generates so many companies for a check of policies, training, accounts or reviews: none that the judge passes is one that the reference
 * refuses. Answers how many passed, and throws with the smallest company that shows the opposite.
 */
export function proveCompany(check: string, runs: number, seed?: number): number {
  let passed = 0;
  const refuses = companyReference[check]!;
  const company = fc.constantFrom(...passingCompanies(check)).chain(changedCompanies);
  fc.assert(
    fc.property(company, (given) => {
      if (outcomeOf(check, given) !== "pass") return true;
      passed += 1;
      return refuses(given);
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  );
  return passed;
}
