import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail, sqlState } from "../app-error.ts";

/** What only the owner may have done. Whoever was still the owner when the request came may no longer be. */
export async function askedByOwner(tx: Tx, call: RawBuilder<unknown>): Promise<boolean> {
  try {
    const { rows } = await sql<{ done: boolean }>`SELECT ${call} AS done`.execute(tx);
    return rows[0]?.done ?? false;
  } catch (error) {
    if (sqlState(error) === "42501") fail("forbidden", error);
    throw error;
  }
}
