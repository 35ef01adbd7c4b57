import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { AppError } from "../app-error.ts";

/** Requests a minute that one client address may send in all. */
const GENERAL_PER_MINUTE = 6_000;
/** Counted here in blocks of this many, so that ordinary requests cost the database nothing. */
const BLOCK = 60;
const MINUTE = 60;
/** The greatest integer of PostgreSQL. */
const NO_LIMIT = 2 ** 31 - 1;

/** Counts tries in the database, so that all processes share what they know. */
export interface RateLimits {
  /** Refuses `too-many-requests` once `key` has had `limit` turns in `seconds`. */
  take(key: string, limit: number, seconds: number): Promise<void>;
  /** Undoes one turn of `take`: what it was taken for turned out to be right. */
  refund(key: string, seconds: number): Promise<void>;
  /** The general limit of one client address. */
  takeGeneral(address: string): Promise<void>;
}

export function sharedRateLimits(db: Kysely<DB>): RateLimits {
  const uncounted = new Map<string, number>();
  const turns = async (key: string, limit: number, seconds: number, count: number) => {
    const wait = await callFunction(db, "app.take_turn", [key, limit, seconds, count]);
    if (wait > 0) throw new AppError("too-many-requests", { retryAfterSeconds: wait });
  };
  return {
    take: (key, limit, seconds) => turns(key, limit, seconds, 1),
    refund: (key, seconds) => turns(key, NO_LIMIT, seconds, -1),
    takeGeneral: async (address) => {
      const count = (uncounted.get(address) ?? 0) + 1;
      if (count < BLOCK) {
        if (uncounted.size > 50_000) uncounted.clear();
        uncounted.set(address, count);
        return;
      }
      uncounted.delete(address);
      await turns(`all|${address}`, GENERAL_PER_MINUTE, MINUTE, count);
    },
  };
}
