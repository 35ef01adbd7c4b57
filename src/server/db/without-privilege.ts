import { sql } from "kysely";
import type { Tx } from "./as-caller.ts";

/** Runs a piece of work in a transaction of its own, as the one who asked. */
export type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What leaves a company leaves privileged items out for everybody, also for who may see them: each transaction says so first. */
export function withoutPrivilege(within: Within): Within {
  return (work) =>
    within(async (tx) => {
      await sql`SELECT set_config('app.without_privilege', 'on', true)`.execute(tx);
      return await work(tx);
    });
}
