import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { SCRUB_VISIT_MS } from "#domain/scrub-schedule.ts";
import { environmentWithout, OF_BUILD } from "../config.ts";
import { startChild } from "./child.ts";

/** Nobody waits for it, and a start has enough to do. */
const FIRST_MS = 10_000;
/** The first backup of a large installation may take most of a day; one that hangs would keep every later one from being written. */
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * In the supervisor: every five minutes, a process that checks stored files, and writes or tries a backup where one is due; it ends
 * again. One of another version, whose files were laid over those that run, does nothing: it would migrate the database under the old
 * processes. One that has not ended after `longestMs` is cut off. `stop` ends what is under way: half a file is thrown away by the next.
 */
export function startUpkeep(
  log: Logger,
  newest: string,
  { file = path.join(import.meta.dirname, "upkeep.ts"), firstMs = FIRST_MS, longestMs = LONGEST_MS } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async () => {
    if (signal.aborted) return;
    const child = startChild<never>(file, {
      ...environmentWithout([]),
      [OF_BUILD]: newest,
    });
    const over = new AbortController();
    const end = () => void child.stop();
    signal.addEventListener("abort", end, { once: true });
    void setTimeout(longestMs, undefined, { signal: over.signal, ref: false }).then(end, () => {});
    const code = await child.ended;
    over.abort();
    signal.removeEventListener("abort", end);
    if (code !== 0 && !signal.aborted) log.warn({ code }, "upkeep failed and will be tried again");
  };
  const looking = (async () => {
    for (let wait = firstMs; !signal.aborted; wait = SCRUB_VISIT_MS) {
      await setTimeout(wait, undefined, { signal, ref: false }).catch(() => {});
      await look();
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
