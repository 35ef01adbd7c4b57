import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeMemoryFolder } from "./memory-folder.ts";
import { runNode, runTool } from "./program.ts";
import { listOf, summary } from "./tally.ts";
import { stagesWithMoreCases } from "./long-parts.ts";
import { local } from "./test-stages.ts";
import { testHours } from "./test-hours.ts";

/** What takes longer is stuck, in milliseconds. */
const LONGEST = 3 * 3_600_000;

// The proofs that take too long for every change. Arguments choose among them as they do for vitest:
// `npm run test:long -- rotation`. `npm run test:long -- hours` runs the usual tests at other times, in other places and beside
// other work; behind it stand names of moments, stages or files: `hours leap-day src/domain`. `npm run test:long -- local` runs
// every test on a database on this machine's PostgreSQL, or the files that are named behind it. `npm run test:long -- every-case`
// runs the stages whose sweeps try every case only here, and all journeys; behind it stand stages, or `journeys` and names.
// `npm run test:long -- long` runs every proof and none of the parts; behind it stand what vitest takes, as `--shard=1/3`.
const [first, ...rest] = process.argv.slice(2);
if (first === "hours") process.exitCode = await testHours(rest);
else if (first === "local") process.exitCode = await onLocal(rest);
else if (first === "every-case") process.exitCode = await everyCase(rest);
else {
  const flags = ["run", "--project", "long", "--passWithNoTests", ...(first === "long" ? rest : process.argv.slice(2))];
  // What a sweep leaves to another day elsewhere is tried here.
  const { code } = await runTool("vitest", "vitest", flags, { env: { EVERY_CASE: "1" }, aloud: "long" });
  process.exitCode =
    code || (first === undefined ? (await everyCase([])) || (await onLocal([])) || (await testHours([])) : 0);
}

/** Answers an exit code. */
async function everyCase([part, ...names]: readonly string[]): Promise<number> {
  const options = { env: { EVERY_CASE: "1" }, aloud: "every case" };
  const { code } =
    part === "journeys"
      ? await runTool("@playwright/test", "playwright", ["test", `journeys/(${names.join("|")})`], options)
      : await runNode("scripts/test.ts", part === undefined ? stagesWithMoreCases : [part, ...names], options);
  return code;
}

/** Answers an exit code. */
async function onLocal(files: readonly string[]): Promise<number> {
  process.env["EVERY_CASE"] = "1";
  const reports = mkdtempSync(join(tmpdir(), "exhibit-reports-"));
  try {
    const tally = await local.again!({ reports, memory: makeMemoryFolder(), until: Date.now() + LONGEST }, files);
    if (tally.failures.length > 0) console.log(listOf(tally.failures));
    console.log(summary(tally));
    return tally.failed > 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
