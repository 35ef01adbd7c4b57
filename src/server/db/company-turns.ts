import type { Kysely } from "kysely";
import { fairTurns, TooManyWaiting } from "../fair-turns.ts";
import { AppError } from "../app-error.ts";
import type { DB } from "./types.gen.ts";

type Turns = ReturnType<typeof fairTurns>;

/** Of one company, transactions that may wait for a place: a page asks for some ten things at once. */
const WAITING = 200;

const turnsOf = new WeakMap<Kysely<DB>, Turns>();

/**
 * From now on the transactions of companies share this pool's connections by turns. One company takes all but two while it is
 * alone, and a fifth while others are at work; one connection stays for what is nobody's.
 */
export function shareByCompany(db: Kysely<DB>, connections: number): void {
  const places = {
    inAll: connections < 4 ? connections : connections - 1,
    alone: connections - 2,
    beside: Math.floor(connections / 5),
  };
  const atLeastOne = (count: number) => Math.max(1, count);
  turnsOf.set(
    db,
    fairTurns({
      inAll: atLeastOne(places.inAll),
      alone: atLeastOne(places.alone),
      beside: atLeastOne(places.beside),
      waiting: WAITING,
    }),
  );
}

/** Runs `work` when it is the turn of `key`, a company or, without one, a person. Refuses `too-many-requests` where too many wait. */
export async function inCompanyTurn<T>(db: Kysely<DB>, key: string, work: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(db);
  if (!turns) return await work();
  try {
    return await turns(key, work);
  } catch (error) {
    if (error instanceof TooManyWaiting)
      throw new AppError("too-many-requests", { retryAfterSeconds: 1, cause: error });
    throw error;
  }
}
