import { globSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cacheFolder, keptVerdicts, keyOfFiles, surroundings } from "./kept-verdicts.ts";
import { importGraph, reachableFrom } from "./import-graph.ts";
import { lint } from "./lint.ts";
import { root, runNode, runTool } from "./program.ts";
import type { Ended } from "./program.ts";
import { readSource } from "./source-files.ts";
import { tables } from "./tables.ts";

/** One thing that is checked, and how it went. */
interface Checked {
  readonly name: string;
  readonly outcome: "passed" | "failed";
  readonly output: string;
}

interface How {
  /** Nothing that passed before is believed. */
  readonly cold: boolean;
}

interface Step {
  readonly name: string;
  /** Globs of everything it reads. It is not run again while all of that is as it was when it passed. */
  readonly reads: readonly string[];
  /** A script of ours, which reads whatever it imports, too. */
  readonly program?: string;
  readonly run: (how: How) => Promise<Ended>;
}

const everything = ["{src,scripts,tests,bench,db,docs}/**", "*.{ts,json,md}", ".env.example", ".github/**"];
const pure = ["src/{domain,catalog,contract,connectors,judge}/**"];

/** The compiler keeps what it knows of each file under the file's hash, and judges what that touches. */
async function types(project: string, { cold }: How): Promise<Ended> {
  mkdirSync(cacheFolder, { recursive: true });
  const known = join(cacheFolder, `types-${project}.tsbuildinfo`);
  if (cold) rmSync(known, { force: true });
  const incremental = ["--incremental", "--tsBuildInfoFile", known];
  return await runTool("typescript", "tsc", ["--project", `tsconfig.${project}.json`, ...incremental]);
}

/** The pages' types depend on the route table, which is turned into types first. */
async function typesOfWeb(how: How): Promise<Ended> {
  const generated = await runTool("@react-router/dev", "react-router", ["typegen"]);
  return generated.code === 0 ? await types("web", how) : generated;
}

// The longest first, so that none is left over at the end.
const steps: readonly Step[] = [
  {
    name: "types: web",
    reads: ["src/{web,domain,catalog,contract}/**", "scripts/describe-procedures.ts", "{react-router,vite}.config.ts"],
    run: typesOfWeb,
  },
  { name: "lint", reads: ["{src,scripts,tests,bench}/**", "*.ts"], run: lint },
  {
    name: "dead code",
    reads: ["{src,scripts,tests,bench}/**", "*.{ts,json}"],
    run: () => runTool("knip", "knip", ["--no-progress", "--no-config-hints"]),
  },
  {
    name: "types: tests",
    reads: ["{src,scripts,tests,bench}/**", "*.ts"],
    run: (how) => types("tests", how),
  },
  { name: "types: server", reads: [...pure, "src/server/**"], run: (how) => types("server", how) },
  { name: "types: pure", reads: pure, run: (how) => types("pure", how) },
  {
    name: "schema",
    program: "scripts/schema.ts",
    reads: ["db/**", "src/server/db/*.gen.ts"],
    run: () => runNode("scripts/schema.ts", ["--check"]),
  },
  // It asks what was committed, too.
  { name: "migrations are frozen", reads: [], run: () => runNode("scripts/freeze-migrations.ts", ["--check"]) },
  { name: "format", reads: [...everything, ".vscode/**"], run: () => runTool("oxfmt", "oxfmt", ["--check"]) },
  { name: "boundaries", reads: everything, run: () => runNode("scripts/boundaries.ts") },
  { name: "slow patterns", reads: ["src/**", "scripts/**"], run: () => runNode("scripts/slow-patterns.ts") },
  { name: "links in documents", reads: [], run: () => runNode("scripts/doc-links.ts") },
  { name: "retired words", reads: everything, run: () => runNode("scripts/retired-words.ts") },
  ...tables.map(({ name, script, reads }) => ({
    name,
    program: script,
    reads,
    run: () => runNode(script, ["--check"]),
  })),
  {
    name: "hashes of the verifier",
    reads: ["src/**", "scripts/**", "README.md"],
    run: () => runNode("scripts/verifier-hashes.ts", ["--check"]),
  },
];

let graph: ReturnType<typeof importGraph> | undefined;

/** What a script of ours imports, directly or not. */
function importedBy(program: string): readonly string[] {
  const sources = globSync("{src,scripts,tests,bench}/**/*.{ts,tsx,mjs}", { cwd: root });
  graph ??= importGraph(sources.map((path) => readSource(path.replaceAll("\\", "/"))));
  return [...reachableFrom(program, graph)];
}

async function perform({ name, reads: own, program, run }: Step, how: How, shared: string): Promise<Checked> {
  const began = performance.now();
  const kept = keptVerdicts(`step ${name}`, how);
  const reads = program === undefined ? own : [...own, ...importedBy(program)];
  const key = reads.length > 0 ? keyOfFiles(reads, shared) : undefined;
  if (key !== undefined && kept.has(key)) {
    console.log(`  ok      kept  ${name}`);
    return { name, outcome: "passed", output: "" };
  }
  const { code, output } = await run(how);
  // What was edited meanwhile was not judged.
  if (code === 0 && key !== undefined && key === keyOfFiles(reads, shared)) kept.keep([key]);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${code === 0 ? "ok    " : "FAILED"}  ${seconds.padStart(4)} s  ${name}`);
  if (code !== 0) console.log(`${output.trim()}\n`);
  return { name, outcome: code === 0 ? "passed" : "failed", output };
}

/**
 * Runs every check, or those whose name begins with one of `only`, a few at a time, and prints each with its duration and, when
 * it failed, with what it said.
 */
export async function check(how: How, only: readonly string[] = []): Promise<Checked[]> {
  const waiting = steps.filter(({ name }) => only.length === 0 || only.some((begin) => name.startsWith(begin)));
  if (waiting.length === 0) throw new Error(`No check is called ${only.join(", ")}.`);
  const shared = surroundings();
  const results: Checked[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await perform(step, how, shared));
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
  return results;
}

if (import.meta.main) {
  const [flags, only] = [
    process.argv.slice(2).filter((word) => word.startsWith("--")),
    process.argv.slice(2).filter((word) => !word.startsWith("--")),
  ];
  const results = await check({ cold: flags.includes("--cold") || Boolean(process.env["CI"]) }, only);
  process.exitCode = results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}
