import { setTimeout } from "node:timers/promises";
import { getProvider } from "#catalog/providers.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import { collectDue } from "./collect-due.ts";
import type { Collecting } from "./run-collection.ts";
import { sentenceOf } from "./run-list.ts";

type Ended = RowOf<"app.collection_ends">;

/** While another process is at a run, it is asked again after so long, in milliseconds of real time. */
const ASK_AGAIN_MS = 1_000;

/**
 * Collects from everything that is connected now, of one company or of all, and prints a line for each connection and a total. Runs
 * that a worker has already begun are waited for. Answers with the exit code: 1 when one failed.
 */
export async function collectNow(
  deps: Collecting,
  slug: string | undefined,
  out: (line: string) => void,
): Promise<number> {
  const { worker } = deps.databases;
  const asked = await callFunction(worker, "app.ask_collections", [deps.now(), slug ?? null]);
  const open = new Set(asked.map((row) => row.run_id));
  if (open.size === 0) {
    out(slug === undefined ? "Nothing is connected." : `Nothing is connected under the address ${slug}.`);
    return 0;
  }
  let [done, failed] = [0, 0];
  while (open.size > 0) {
    await collectDue(deps, new AbortController().signal);
    const rows = await callFunction(worker, "app.collection_ends", [[...open]]);
    for (const row of rows) {
      open.delete(row.run_id);
      if (row.state === "done") done += 1;
      else failed += 1;
      out(lineOf(row));
    }
    if (open.size > 0) await setTimeout(ASK_AGAIN_MS);
  }
  out(`${done} collected, ${failed} failed.`);
  return failed > 0 ? 1 : 0;
}

function lineOf(row: Ended): string {
  const about = `${row.company}: ${getProvider(row.provider).name}, ${row.source}`;
  if (row.state !== "done")
    return `${about}: ${row.state}. ${sentenceOf(row.failure ?? "collection-failed", row.provider)}`;
  const parts = `${row.steps - row.incomplete} of ${row.steps} parts complete, ${row.items} items`;
  const exhibit = row.number === null ? "" : `, ${formatExhibitNumber(row.number)}`;
  return `${about}: ${parts}${exhibit}${row.unchanged ? ", unchanged" : ""}.`;
}
