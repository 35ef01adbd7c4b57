import { runNode, runTool } from "./program.ts";
import type { Ended } from "./program.ts";

/** One thing that is checked, and how it went. */
interface Checked {
  readonly name: string;
  readonly outcome: "passed" | "failed";
  readonly output: string;
}

interface Step {
  readonly name: string;
  readonly run: () => Promise<Ended>;
}

const types = (project: string) => runTool("typescript", "tsc", ["--project", `tsconfig.${project}.json`]);

// The longest first, so that none is left over at the end.
const steps: readonly Step[] = [
  { name: "types: web", run: typesOfWeb },
  { name: "lint", run: () => runTool("oxlint", "oxlint", ["--type-aware"]) },
  { name: "dead code", run: () => runTool("knip", "knip", ["--no-progress", "--no-config-hints"]) },
  { name: "types: tests", run: () => types("tests") },
  { name: "types: server", run: () => types("server") },
  { name: "types: pure", run: () => types("pure") },
  { name: "schema", run: () => runNode("scripts/schema.ts", ["--check"]) },
  { name: "format", run: () => runTool("oxfmt", "oxfmt", ["--check"]) },
  { name: "boundaries", run: () => runNode("scripts/boundaries.ts") },
  { name: "slow patterns", run: () => runNode("scripts/slow-patterns.ts") },
  { name: "links in documents", run: () => runNode("scripts/doc-links.ts") },
  { name: "table of limits", run: () => runNode("scripts/limits-table.ts", ["--check"]) },
  { name: "table of roles", run: () => runNode("scripts/roles-table.ts", ["--check"]) },
  { name: "tables of security", run: () => runNode("scripts/security-tables.ts", ["--check"]) },
  { name: "hashes of the verifier", run: () => runNode("scripts/verifier-hashes.ts", ["--check"]) },
  { name: "settings in README", run: () => runNode("scripts/settings-table.ts", ["--check"]) },
];

/** The pages' types depend on the route table, which is turned into types first. */
async function typesOfWeb(): Promise<Ended> {
  const generated = await runTool("@react-router/dev", "react-router", ["typegen"]);
  return generated.code === 0 ? types("web") : generated;
}

async function perform({ name, run }: Step): Promise<Checked> {
  const begun = performance.now();
  const { code, output } = await run();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`  ${code === 0 ? "ok    " : "FAILED"}  ${seconds.padStart(4)} s  ${name}`);
  if (code !== 0) console.log(`${output.trim()}\n`);
  return { name, outcome: code === 0 ? "passed" : "failed", output };
}

/** Runs every check, three at a time, and prints each with its duration and, when it failed, with what it said. */
export async function check(): Promise<Checked[]> {
  const waiting = [...steps];
  const results: Checked[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await perform(step));
  };
  await Promise.all([worker(), worker(), worker()]);
  return results;
}

if (import.meta.main) {
  const results = await check();
  process.exitCode = results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}
