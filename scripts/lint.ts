import { globSync } from "node:fs";
import { keysOf } from "./import-graph.ts";
import { keptVerdicts, surroundings } from "./kept-verdicts.ts";
import { root, runTool } from "./program.ts";
import type { Ended } from "./program.ts";
import { readSource } from "./source-files.ts";

/** Past this many files it is quicker to let the linter find them itself. */
const MANY = 700;

/** Every file the linter reads; knip, tests of this and `.oxlintrc.json` know the same folders. */
function lintedPaths(): string[] {
  const patterns = ["{src,scripts,tests,bench}/**/*.{ts,tsx,mjs,js,jsx,mts,cts,cjs}", "*.{ts,mjs,js}"];
  return globSync(patterns, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
}

/**
 * Lints what may have changed since it passed: a file is judged again when it, anything it reaches by imports, a declaration for
 * all files, the configuration or a tool has changed. With `cold`, every file.
 */
export async function lint({ cold }: { readonly cold: boolean }): Promise<Ended> {
  const keys = keysOf(lintedPaths().map(readSource), surroundings());
  const kept = keptVerdicts("lint", { cold });
  const stale = [...keys].filter(([path, key]) => !kept.has(key) && !path.endsWith(".gen.ts")).map(([path]) => path);
  if (stale.length === 0) return { code: 0, output: "" };
  const ended = await runTool("oxlint", "oxlint", ["--type-aware", ...(cold || stale.length > MANY ? [] : stale)]);
  if (ended.code === 0) kept.keep(keys.values());
  return ended;
}
