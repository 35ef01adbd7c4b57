import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { environmentWithout } from "../config.ts";
import { startChild } from "./child.ts";

const EVERY_MS = 300_000;

/**
 * In the supervisor: looks every five minutes, in a process that ends again, whether a backup is to be written or tried. Does
 * nothing until `keyFile` is there. `stop` ends what is under way: half a file is thrown away by the next.
 */
export function startBackups(keyFile: string, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async () => {
    const made = await access(keyFile).then(
      () => true,
      () => false,
    );
    if (!made || signal.aborted) return;
    const child = startChild<never>(path.join(import.meta.dirname, "work-on-backups.ts"), environmentWithout([]));
    const end = () => void child.stop();
    signal.addEventListener("abort", end, { once: true });
    const code = await child.ended;
    signal.removeEventListener("abort", end);
    if (code !== 0 && !signal.aborted) log.warn({ code }, "work on backups failed and will be tried again");
  };
  const looking = (async () => {
    while (!signal.aborted) {
      await look();
      await setTimeout(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
