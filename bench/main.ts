import { cpus, loadavg } from "node:os";
import { printCapacity } from "./capacity.ts";
import { collectRatios } from "./collect.ts";
import { editRatios } from "./edits.ts";
import { exportRatio } from "./export.ts";
import { fairnessRatio } from "./fairness.ts";
import { hostileRatio } from "./hostile.ts";
import { httpRatio } from "./http.ts";
import { ingestRatios } from "./ingest.ts";
import { openInstance } from "./instance.ts";
import { judgeRatio } from "./judge.ts";
import { isMet } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { pageRatios } from "./pages.ts";
import { peopleRatios } from "./people.ts";
import { programRatios } from "./program.ts";
import { registerRatios } from "./registers.ts";
import { sandboxRatios } from "./sandbox.ts";
import { servedRatios } from "./served.ts";
import { signInRatios } from "./sign-in.ts";
import { policyCosts, queryRatios } from "./queries.ts";

/** Items of the large company: the size that the architecture names; `npm run bench -- 100000` for a shorter run. */
const items = Number(process.argv[2] ?? 1_000_000);

/** `npm run bench -- hostile` measures this line alone. */
const hostileOnly = process.argv[2] === "hostile";
/** `npm run bench -- judge` measures that one. */
const judgeOnly = process.argv[2] === "judge";
/** `npm run bench -- sandbox` measures those, which need no database. */
const sandboxOnly = process.argv[2] === "sandbox";

/** `npm run bench -- pages` measures what is felt in a browser. */
const pagesOnly = process.argv[2] === "pages";
/** `npm run bench -- edits` measures an edit of a record in a browser, and what takes it back. */
const editsOnly = process.argv[2] === "edits";
/** `npm run bench -- registers` measures the register of people. */
const registersOnly = process.argv[2] === "registers";
/** `npm run bench -- people` measures a company of 10,000 people with policies and systems. */
const peopleOnly = process.argv[2] === "people";
/** `npm run bench -- program [lists|search|risks|seal|documents|quiet]` measures a company with every register full, or a part of that. */
const programOnly = process.argv[2] === "program";
/** `npm run bench -- served [growth|exports|uploads] [items]` measures what is asked over HTTP, every part in a process of its own. */
const servedOnly = process.argv[2] === "served";
/** `npm run bench -- capacity` measures what one company costs and says how many a machine carries. */
const capacityOnly = process.argv[2] === "capacity";
/** What a company of some years has. */
const itemsOfPages = Number(process.argv[3] ?? 100_000);

const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
const report = (ratios: readonly Ratio[]) => {
  for (const ratio of ratios) {
    const goal = "atLeast" in ratio.goal ? `≥ ${ratio.goal.atLeast}` : `≤ ${ratio.goal.atMost}`;
    console.log(
      `${isMet(ratio) ? "met   " : "missed"}  ${ratio.ratio.toFixed(2).padStart(6)}  (${goal})  ${ratio.what}: ${ratio.figures}`,
    );
  }
};
if (capacityOnly) {
  console.log(`${machine}, load ${loadavg()[0]!.toFixed(1)}\n`);
  await printCapacity((line) => console.log(line));
} else if (sandboxOnly) {
  console.log(`${machine}, load ${loadavg()[0]!.toFixed(1)}\n`);
  report(await sandboxRatios());
} else if (servedOnly) {
  console.log(`${machine}, load ${loadavg()[0]!.toFixed(1)}\n`);
  report(await servedRatios(process.argv[3], Number(process.argv[4] ?? 1_000_000)));
} else await measureInstance();

async function measureInstance(): Promise<void> {
  const instance = await openInstance();
  const { rows } = await instance.admin.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  console.log(`${machine}, PostgreSQL ${rows[0]!.version}, fsync on; medians of 3\n`);
  const all = !hostileOnly && !judgeOnly && !pagesOnly && !editsOnly && !registersOnly && !peopleOnly && !programOnly;
  if (all || hostileOnly) report([await hostileRatio(instance)]);
  if (all || judgeOnly) report([await judgeRatio(instance)]);
  if (all || pagesOnly) report(await pageRatios(instance, itemsOfPages));
  if (all || editsOnly) report(await editRatios(instance));
  if (all || registersOnly) report(await registerRatios(instance));
  if (all || peopleOnly) report(await peopleRatios(instance));
  if (all || programOnly) await programRatios(instance, report, programOnly ? process.argv[3] : undefined);
  if (all) {
    report(await ingestRatios(instance));
    report([await exportRatio(instance)]);
    report([await httpRatio(instance)]);
    report(await policyCosts(instance));
    report(await queryRatios(instance, items));
    report(await signInRatios(instance));
    report(await collectRatios(instance));
    report([await fairnessRatio()]);
    report(await sandboxRatios());
  }
  await instance.close();
}
