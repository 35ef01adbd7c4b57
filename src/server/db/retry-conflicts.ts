import { setTimeout } from "node:timers/promises";
import { sqlState } from "../app-error.ts";
import { isOutdatedPlan } from "./known-statements.ts";

/**
 * What a transaction meets that another one got in the way of: PostgreSQL gave it up (40001, 40P01), or the rights that it
 * began with ended in the middle of it (42501), or an upgrade changed what a prepared statement answers. Nothing of it was done, and the
 * next try finds out what holds now.
 */
const CONFLICTS = new Set(["40001", "40P01", "42501"]);
const TRIES = 6;

/**
 * Runs a transaction again that another one got in the way of, six times at most, with a longer rest before each. `work` is
 * the whole transaction, and does nothing outside of it that must not be done twice.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error;
      await setTimeout(2 ** tries * 5);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && (CONFLICTS.has(sqlState(error) ?? "") || isOutdatedPlan(error));
}
