import fc from "fast-check";
import { expect } from "vitest";
import { collectGithub } from "./github-organization.ts";
import { githubOrganizations, judgedOfGithub, mayPass } from "./github.ts";

/** Draws so many organizations, and compares what passes with what may; answers how often something passed. */
export async function proveGithub(numRuns: number): Promise<number> {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(githubOrganizations, async (drawn) => {
      const run = await collectGithub(drawn);
      const passing = judgedOfGithub.filter((id) => run.check(id).outcome === "pass");
      passed += passing.length;
      expect(passing).toEqual(judgedOfGithub.filter((id) => mayPass(drawn).includes(id)));
    }),
    { numRuns },
  );
  return passed;
}
