import { setTimeout } from "node:timers/promises";
import { sqlState } from "../app-error.ts";

/** Longer than a hundred processes that start at once on two cores keep a database from answering. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;

/** Too many connections, or none in time: a database that is busy, and not one that is away or refuses. */
function isBusy(error: unknown): boolean {
  return (
    sqlState(error) === "53300" ||
    (error instanceof Error &&
      /timeout expired|connection timeout|timeout exceeded when trying to connect/.test(error.message))
  );
}

/** Does `work` again while the database is too busy to be connected to, for two minutes at most: who starts then has not failed. */
export async function patiently<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
