import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";
import { findLocalPostgres } from "./local-postgres.ts";
import { runNode, runTool } from "./program.ts";
import { beginningOf, readPlaywright, readVitest } from "./runner-reports.ts";
import { listOf, settle, sum, summary } from "./tally.ts";
import type { Tally } from "./tally.ts";

// Everything there is to check, in the order in which a failure is cheapest to find. A failed stage does not keep
// the others from running: whoever mends it wants to know all.
interface Stage {
  readonly name: string;
  readonly run: (reports: string) => Promise<Tally>;
}

/** Which PostgreSQL the tests use; without either, the embedded one. tests/support/database.ts reads them. */
interface Database {
  readonly TEST_POSTGRES_BINARIES?: string;
  readonly TEST_DATABASE_URL?: string;
}

const stages: readonly Stage[] = [
  { name: "types, lint, format, boundaries", run: checks },
  { name: "build", run: build },
  { name: "unit", run: (reports) => vitest(reports, "unit", {}) },
  { name: "database, embedded PostgreSQL", run: (reports) => vitest(reports, "db", {}) },
  { name: "database, this machine's PostgreSQL", run: localDatabase },
  { name: "system", run: (reports) => vitest(reports, "system", {}) },
  { name: "journeys in a browser", run: journeys },
];

async function checks(): Promise<Tally> {
  const results = await check();
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length;
  const failures = results
    .filter(({ outcome }) => outcome === "failed")
    .map(({ name, output }) => ({ name, reason: beginningOf(output) }));
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), failures };
}

async function build(): Promise<Tally> {
  const { code } = await runNode("scripts/build.ts", [], { aloud: true });
  return settle({ passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [] }, code);
}

async function vitest(
  reports: string,
  project: string,
  database: Database,
  more: readonly string[] = [],
): Promise<Tally> {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const flags = ["run", "--project", project, "--passWithNoTests", "--reporter=default", "--reporter=json", ...more];
  const { code } = await runTool("vitest", "vitest", [...flags, `--outputFile.json=${report}`], {
    aloud: true,
    env: { TEST_POSTGRES_BINARIES: undefined, TEST_DATABASE_URL: undefined, ...database },
  });
  return settle(readVitest(report), code);
}

async function localDatabase(reports: string): Promise<Tally> {
  const url = process.env.TEST_DATABASE_URL;
  // What asks nothing of the version has run before: the embedded server, the sweep's own proof, the demo, pages and forms. The
  // sweep of endpoints asks each of them here, too, so that their finer tests need not run twice.
  const others = [
    "embedded-postgres.db.test.ts",
    "isolation-can-fail.test.ts",
    "server/demo/**",
    "server/http/**",
    "server/auth/**",
    "server/features/**",
    "sweeps/discovery.test.ts",
    "sweeps/mails.test.ts",
    "sweeps/pages.test.ts",
  ].flatMap((name) => ["--exclude", `**/${name}`]);
  if (url) return vitest(reports, "db", { TEST_DATABASE_URL: url }, others);
  const binaries = await findLocalPostgres();
  if (binaries) {
    console.log(`With the programs in ${binaries}.`);
    return vitest(reports, "db", { TEST_POSTGRES_BINARIES: binaries }, others);
  }
  console.log("Skipped: no PostgreSQL 15 or newer was found. Install one, or set TEST_DATABASE_URL.");
  return { passed: 0, failed: 0, skipped: 1, failures: [] };
}

async function journeys(reports: string): Promise<Tally> {
  const report = join(reports, "journeys.json");
  const flags = ["test", "--pass-with-no-tests", "--reporter=list,json"];
  const { code } = await runTool("@playwright/test", "playwright", flags, {
    aloud: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return settle(readPlaywright(report), code);
}

async function perform({ name, run }: Stage, reports: string): Promise<Tally> {
  console.log(`\n── ${name}`);
  const begun = performance.now();
  const { failures, ...counts } = await run(reports).catch((error: unknown) => {
    console.log(error);
    return settle(undefined, 1);
  });
  const tally = { ...counts, failures: failures.map((failure) => ({ ...failure, name: `${name}: ${failure.name}` })) };
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const line = `${seconds.padStart(6)} s  ${name}: ${summary(tally)}`;
  console.log(line);
  lines.push(line);
  return tally;
}

const lines: string[] = [];
const reports = mkdtempSync(join(tmpdir(), "exhibit-reports-"));
const tallies: Tally[] = [];
try {
  for (const stage of stages) tallies.push(await perform(stage, reports));
} finally {
  rmSync(reports, { recursive: true, force: true });
}
const total = sum(tallies);
console.log(`\n${lines.join("\n")}\n`);
if (total.failures.length > 0) console.log(`${listOf(total.failures)}\n`);
console.log(summary(total));
process.exitCode = total.failed > 0 ? 1 : 0;
