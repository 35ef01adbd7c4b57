import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { SCRUB_VISIT_MS } from "#domain/scrub-schedule.ts";
import { environmentWithout, OF_BUILD } from "../config.ts";
import { startChild } from "./child.ts";

/** Nobody waits for it, and a start has enough to do. */
const FIRST_MS = 10_000;

/**
 * In the supervisor: every five minutes, a process that checks stored files, and writes or tries a backup where one is due; it ends
 * again. One of another version, whose files were laid over those that run, does nothing: it would migrate the database under the old
 * processes. `stop` ends what is under way: half a file is thrown away by the next.
 */
export function startUpkeep(log: Logger, newest: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async () => {
    if (signal.aborted) return;
    const child = startChild<never>(path.join(import.meta.dirname, "upkeep.ts"), {
      ...environmentWithout([]),
      [OF_BUILD]: newest,
    });
    const end = () => void child.stop();
    signal.addEventListener("abort", end, { once: true });
    const code = await child.ended;
    signal.removeEventListener("abort", end);
    if (code !== 0 && !signal.aborted) log.warn({ code }, "upkeep failed and will be tried again");
  };
  const looking = (async () => {
    for (let wait = FIRST_MS; !signal.aborted; wait = SCRUB_VISIT_MS) {
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
