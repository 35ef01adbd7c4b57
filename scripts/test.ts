import { randomUUID } from "node:crypto";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowedSkips } from "./allowed-skips.ts";
import { leftOut } from "./every-case-files.ts";
import { endWhatIsLeft } from "./left-behind.ts";
import { root } from "./program.ts";
import { judgeSkips, listOfSkips, unseenFiles } from "./skips.ts";
import { listOf, lookAgain, settle, sum, summary } from "./tally.ts";
import type { Failure, Tally } from "./tally.ts";
import { build, checks, embedded, endToEnd, layout, local, pages, processes, timing, unit } from "./test-stages.ts";
import type { Places, Stage } from "./test-stages.ts";
import { makeMemoryFolder } from "./memory-folder.ts";

// Everything there is to check. A failed stage does not keep the others from running: whoever mends it wants to know all.
// Rounds follow each other; the lanes of a round run side by side, each with its stages in order. Stages that keep two cores busy
// follow each other in one lane. Beside them runs what mostly waits: processes that are killed. The look at layout runs beside the
// tests on a database. What is measured comes when all is done.
type Lane = readonly Stage[];
const rounds: readonly (readonly Lane[])[] = [
  [[build]],
  [[checks, unit, local, endToEnd], [processes]],
  [[embedded, pages], [layout]],
  [[timing]],
];

/** What to run, when not all: `npm test -- unit end-to-end`. */
const asked = process.argv.slice(2);
const stages = rounds.flat(2);
const unknown = asked.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0)
  throw new Error(`No stage is called ${unknown.join(", ")}; there are ${stages.map(({ name }) => name).join(", ")}.`);

const tallies = new Map<Stage, Tally>();
const seconds = new Map<Stage, number>();
const lineOf = (stage: Stage) =>
  `${seconds.get(stage)!.toFixed(1).padStart(6)} s  ${stage.name}: ${summary(tallies.get(stage)!)}`;

async function perform(stage: Stage, places: Places): Promise<void> {
  console.log(`── ${stage.name} begins`);
  const begun = performance.now();
  const tally = await stage.run(places).catch((error: unknown) => {
    console.log(error);
    return settle(undefined, 1);
  });
  const failures = tally.failures.map((failure) => ({ ...failure, name: `${stage.name}: ${failure.name}` }));
  tallies.set(stage, { ...tally, failures });
  seconds.set(stage, (performance.now() - begun) / 1000);
  console.log(`── ${lineOf(stage)}`);
}

async function walk(lane: Lane, places: Places): Promise<void> {
  for (const stage of lane) if (asked.length === 0 || asked.includes(stage.name)) await perform(stage, places);
}

/** More failed files than this are no accident, and are not run again. */
const FILES_AGAIN = 6;
const unsteady: Failure[] = [];

/** Runs what failed once more, when nothing runs beside it: the list says what is broken, and apart from it what is unsteady. */
async function performAgain(places: Places): Promise<void> {
  const failed = [...tallies].flatMap(([stage, { failures }]) => {
    const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
    return stage.again && files.length > 0 ? [{ stage, again: stage.again, files }] : [];
  });
  if (failed.reduce((count, { files }) => count + files.length, 0) > FILES_AGAIN) return;
  for (const { stage, again, files } of failed) {
    console.log(`── ${stage.name} again, alone: ${files.join(", ")}`);
    const second = await again(places, files).catch(() => settle(undefined, 1));
    const looked = lookAgain(tallies.get(stage)!, second);
    tallies.set(stage, looked.tally);
    unsteady.push(...looked.unsteady);
  }
}

/** A run that takes longer than this is stuck; whoever waits for it wants to know where, in milliseconds. */
const LONGEST = 85 * 60_000;
/** How long what tests began may take to end after them, in milliseconds. */
const FAREWELL = 10_000;

const run = randomUUID();
process.env["EXHIBIT_TEST_RUN"] = run;
// Sweeps that try other cases each day try the same ones in every process, and again where something failed.
process.env["CASES_OF_DAY"] ??= new Date().toISOString().slice(0, 10);
const memory = makeMemoryFolder();
const reports = mkdtempSync(join(tmpdir(), "exhibit-reports-"));
const places = { reports, memory, until: Date.now() + LONGEST };
try {
  for (const lanes of rounds) await Promise.all(lanes.map((lane) => walk(lane, places)));
  await performAgain(places);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
const leftBehind = (await endWhatIsLeft(`EXHIBIT_TEST_RUN=${run}`, FAREWELL)).map(({ pid, command }) => ({
  name: `left behind: process ${pid}`,
  reason: command.slice(0, 300),
}));
const all = sum([...tallies.values()]);
const seen = all.seen ?? [];
const skips = judgeSkips(seen, allowedSkips);
// Proofs that take too long for every change have a command of their own.
const files = () =>
  globSync("{src,scripts,bench,tests}/**/*.{test,spec}.{ts,tsx}", {
    cwd: root,
    exclude: ["tests/long/**", ...leftOut],
  });
const unexpected = [...leftBehind, ...skips.failures, ...(asked.length === 0 ? unseenFiles(files(), seen) : [])];
const total = {
  ...all,
  skipped: skips.skipped,
  failed: all.failed + unexpected.length,
  failures: [...all.failures, ...unexpected],
};
console.log(
  `\n${stages
    .filter((stage) => tallies.has(stage))
    .map(lineOf)
    .join("\n")}`,
);
console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  in all\n`);
if (skips.reasons.size > 0) console.log(`${listOfSkips(skips)}\n`);
if (unsteady.length > 0) console.log(`${listOf(unsteady, "UNSTEADY")}\n`);
if (total.failures.length > 0) console.log(`${listOf(total.failures)}\n`);
console.log(summary(total));
// Nothing that is still open keeps whoever waits for the verdict.
process.exit(total.failed > 0 ? 1 : 0);
