import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";

/** Between two tries to listen again, in milliseconds. */
const AGAIN_MS = 2_000;

/**
 * Listens on one connection of the pool for jobs that other transactions made, and calls `heard` for each. A connection that ends is
 * opened again; what was said meanwhile is found by looking, as ever. `stop` gives the connection back.
 */
export function listenForJobs(pool: pg.Pool, heard: () => void, log: Logger) {
  const stopping = new AbortController();
  const listen = async () => {
    const client = await pool.connect();
    const ended = new Promise<void>((resolve) => {
      client.once("error", () => resolve());
      client.once("end", resolve);
      stopping.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      client.on("notification", heard);
      await client.query("LISTEN jobs");
      // What came between the last connection and this one.
      heard();
      await ended;
    } finally {
      // Not back to the pool: it would go on listening.
      client.release(true);
    }
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, "jobs of other processes are not heard for now");
      }
      await setTimeout(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}
