import { sql } from "kysely";
import type { Tx } from "./as-caller.ts";

/** Runs a piece of work in a transaction of its own, as the one who asked. */
export type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** For the rest of the transaction nothing privileged is seen, also by who is on an access list. It can only narrow. */
export async function renouncePrivilege(tx: Tx): Promise<void> {
  await sql`SELECT set_config('app.without_privilege', 'on', true)`.execute(tx);
}

/** What leaves a company leaves privileged items out for everybody, also for who may see them: each transaction says so first. */
export function withoutPrivilege(within: Within): Within {
  return (work) =>
    within(async (tx) => {
      await renouncePrivilege(tx);
      return await work(tx);
    });
}
