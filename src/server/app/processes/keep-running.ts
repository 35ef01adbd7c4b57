import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { startChild } from "./child.ts";
import type { Child } from "./child.ts";

/** A process that is started again whenever it ends. */
export interface KeptRunning<G> {
  /** Gives it what it needs, first and whenever that has changed; one that is started again is given the same. */
  give(grant: G): void;
  /** Of the first that was started. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** How long it is waited before the next is started: longer each time, until one has run for a while. */
const [FIRST_MS, MOST_MS, A_WHILE_MS] = [250, 15_000, 60_000];

/** Starts `file` and starts it again when it ends, however that was: nothing else ends with it, and the log tells of it. */
export function keepRunning<G>(
  file: string,
  env: NodeJS.ProcessEnv,
  { name, log }: { readonly name: string; readonly log: Logger },
): KeptRunning<G> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let grant: { readonly value: G } | undefined;
  let child: Child<G> = startChild<G>(file, env);
  const { ready } = child;
  const running = (async () => {
    let wait = FIRST_MS;
    for (;;) {
      const began = performance.now();
      const code = await child.ended;
      if (signal.aborted) return;
      if (performance.now() - began > A_WHILE_MS) wait = FIRST_MS;
      log.error({ code, waitMs: wait }, `${name} ended and is started again`);
      await setTimeout(wait, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      wait = Math.min(wait * 2, MOST_MS);
      child = startChild<G>(file, env);
      if (grant) child.give(grant.value);
    }
  })();
  return {
    give: (value) => {
      grant = { value };
      child.give(value);
    },
    ready,
    stop: async () => {
      stopping.abort();
      await child.stop();
      await running;
    },
  };
}
