import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../../scripts/program.ts";
import type { Part } from "./parts.ts";

/** One thing that was broken, and what came of it. */
export type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** What came of breaking a part. */
export interface Result {
  /** How often a test failed, or did not end. */
  readonly noticed: number;
  /** Where all tests passed all the same, or none looks. */
  readonly missed: readonly Mutant[];
}

const cache = "node_modules/.cache/mutation";

/**
 * Breaks a part, or `files` of it alone, in every way that StrykerJS knows. What an earlier run found of files and tests that did
 * not change is not asked again, unless `fresh`.
 */
export async function mutate(
  part: Part,
  { files, fresh }: { files: readonly string[]; fresh: boolean },
): Promise<Result> {
  mkdirSync(join(root, cache), { recursive: true });
  // vitest.mutation.config.ts reads it.
  process.env["MUTATION_TESTS"] = part.tests.join(" ");
  const stryker = new Stryker({
    configFile: "tests/mutation/stryker.config.mjs",
    mutate: [...(files.length > 0 ? files : part.sources)],
    incremental: true,
    incrementalFile: join(cache, `${part.name.replaceAll("/", "-")}.json`),
    force: fresh,
  });
  // What was remembered of other files is answered, too.
  const results = (await stryker.runMutationTest()).filter(
    ({ fileName }) => files.length === 0 || files.includes(relative(root, fileName)),
  );
  const of = (...statuses: readonly string[]) => results.filter(({ status }) => statuses.includes(status));
  return { noticed: of("Killed", "Timeout", "RuntimeError").length, missed: of("Survived", "NoCoverage") };
}
