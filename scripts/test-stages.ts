import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { check } from "./check.ts";
import { findLocalPostgres } from "./local-postgres.ts";
import { runNode, runTool } from "./program.ts";
import { beginningOf, readPlaywright, readVitest } from "./runner-reports.ts";
import { RUNNING_FILES } from "./running-files.ts";
import { settle } from "./tally.ts";
import type { Tally } from "./tally.ts";

/** Where a stage writes. */
export interface Places {
  readonly reports: string;
  /** For temporary files that no crash has to leave whole; undefined leaves them where the machine keeps its own. */
  readonly memory: string | undefined;
  /** When a stage is ended that has not ended by itself, in milliseconds since 1970. */
  readonly until: number;
}

/** One part of `npm test`, under the name by which it can be asked for alone. */
export interface Stage {
  readonly name: string;
  readonly run: (places: Places) => Promise<Tally>;
  /** Runs these test files of the stage alone; a stage without files cannot. */
  readonly again?: (places: Places, files: readonly string[]) => Promise<Tally>;
}

/** Which PostgreSQL the tests use; without either, the embedded one. tests/support/database.ts reads them. */
interface Database {
  readonly TEST_POSTGRES_BINARIES?: string;
  readonly TEST_DATABASE_URL?: string;
}

/** Types, lint, format, boundaries and the rest of `npm run check`. */
export const checks: Stage = { name: "checks", run: runChecks };

export const build: Stage = { name: "build", run: runBuild };

export const unit: Stage = ofVitest("unit", "unit");

/** What needs a database, on the embedded PostgreSQL. */
export const embedded: Stage = ofVitest("embedded", "db");

/** What another version could answer otherwise, on this machine's PostgreSQL. */
export const local: Stage = {
  name: "local",
  run: (places) => localDatabase(places, ofTheVersion),
  /** Without files, every test that needs a database. */
  again: (places, files) => localDatabase(places, files),
};

/** Whole processes, some of which are killed. */
export const processes: Stage = ofVitest("processes", "system", ["tests/chaos"], onDisk);

/** That no page breaks whatever is written on it, nor moves while it comes. */
export const layout: Stage = ofVitest("layout", "system", ["tests/layout"], onDisk);

/** What Lighthouse says of the public pages but for their speed, and how much JavaScript they load. */
export const pages: Stage = ofVitest("pages", "system", ["tests/lighthouse"], onDisk);

/** Whether answers tell something by how long they take. */
export const timing: Stage = ofVitest("timing", "system", ["tests/timing"], onDisk);

/** What people do, in a browser. */
export const endToEnd: Stage = {
  name: "end-to-end",
  run: (places) => runEndToEnd(places, []),
  again: (places, files) => runEndToEnd(places, files),
};

function ofVitest(
  name: string,
  project: string,
  filters: readonly string[] = [],
  placesOf: (places: Places) => Places = (places) => places,
): Stage {
  return {
    name,
    run: (places) => vitest(placesOf(places), name, project, filters),
    again: (places, files) => vitest(placesOf(places), name, project, files),
  };
}

function onDisk(places: Places): Places {
  return { ...places, memory: undefined };
}

async function runChecks(): Promise<Tally> {
  const results = await check({ cold: true });
  const count = (wanted: "passed" | "failed") => results.filter(({ outcome }) => outcome === wanted).length;
  const failures = results
    .filter(({ outcome }) => outcome === "failed")
    .map(({ name, output }) => ({ name, reason: beginningOf(output) }));
  return { passed: count("passed"), failed: count("failed"), skipped: 0, failures };
}

async function runBuild(): Promise<Tally> {
  const { code, output } = await runNode("scripts/build.ts", [], { aloud: "build" });
  return settle({ passed: code === 0 ? 1 : 0 }, code, output);
}

async function vitest(
  { reports, memory, until }: Places,
  stage: string,
  project: string,
  more: readonly string[] = [],
  database: Database = {},
): Promise<Tally> {
  const report = join(reports, `${stage}.json`);
  const begun = join(reports, `${stage}-running.txt`);
  for (const file of [report, begun]) rmSync(file, { force: true });
  const reporters = ["default", "json", "./scripts/running-files.ts"].map((name) => `--reporter=${name}`);
  const flags = ["run", "--project", project, "--passWithNoTests", ...reporters];
  const { code, output, late } = await runTool("vitest", "vitest", [...flags, `--outputFile.json=${report}`, ...more], {
    aloud: stage,
    // What waits for nobody leaves the machine to what a person would wait for.
    patient: true,
    until,
    env: {
      TEST_POSTGRES_BINARIES: undefined,
      TEST_DATABASE_URL: undefined,
      [RUNNING_FILES]: begun,
      ...temporaryIn(memory),
      ...database,
    },
  });
  if (late) return overdue(existsSync(begun) ? readFileSync(begun, "utf8") : "");
  return settle(readVitest(report), code, output);
}

/**
 * What a version decides: grants, what the catalogue says of every policy, every statement that an endpoint sends, and how
 * tables are written and read back. How the application uses them, and whom each policy lets in, has been tested on the
 * embedded one; all of it on this machine's is `npm run test:long -- local`.
 */
export const ofTheVersion: readonly string[] = [
  ...["access", "catalog-lints", "endpoints", "pool-interleaving"].map((name) => `tests/contracts/${name}.test.ts`),
  "src/server/db/start-check",
  "tests/contracts/upgrade",
  "src/server/backup/backup.db",
  "src/server/backup/last-release",
  "src/server/evidence/filing",
  "src/server/controls/standings",
];

async function localDatabase(places: Places, files: readonly string[]): Promise<Tally> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return vitest(places, "local", "db", files, { TEST_DATABASE_URL: url });
  const binaries = await findLocalPostgres();
  if (binaries) {
    console.log(`local │ With the programs in ${binaries}.`);
    return vitest(places, "local", "db", files, { TEST_POSTGRES_BINARIES: binaries });
  }
  console.log("local │ Skipped: no PostgreSQL 15 or newer was found. Install one, or set TEST_DATABASE_URL.");
  const all = { file: "npm test -- local", name: "tests on this machine's PostgreSQL", ran: false };
  return { passed: 0, failed: 0, skipped: 1, failures: [], seen: [all] };
}

/** The tally of a stage that was ended: nothing of it counts, and what it was at is named. */
function overdue(running: string): Tally {
  const reason = running === "" ? "It named no file." : `These files had not ended: ${running.replaceAll("\n", ", ")}`;
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name: "did not end in time", reason }] };
}

async function runEndToEnd({ reports, memory, until }: Places, files: readonly string[]): Promise<Tally> {
  const report = join(reports, "end-to-end.json");
  rmSync(report, { force: true });
  const flags = ["test", "--pass-with-no-tests", "--reporter=list,json", ...files];
  // A minute earlier than it is ended, so that it says what it was at.
  flags.push(`--global-timeout=${Math.max(1000, until - Date.now() - 60_000)}`);
  const { code, output, late } = await runTool("@playwright/test", "playwright", flags, {
    aloud: "end-to-end tests",
    until,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...temporaryIn(memory) },
  });
  return late ? overdue("") : settle(readPlaywright(report), code, output);
}

const temporaryIn = (folder: string | undefined) => folder !== undefined && { TMPDIR: folder };
