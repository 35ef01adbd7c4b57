import type { Tx } from "../db/as-caller.ts";
import { fail, sqlState } from "../app-error.ts";

/** What only the owner may have done. Whoever was still the owner when the request came may no longer be. */
export async function askedByOwner(tx: Tx, ask: (tx: Tx) => Promise<boolean | null>): Promise<boolean> {
  try {
    return (await ask(tx)) ?? false;
  } catch (error) {
    if (sqlState(error) === "42501") fail("forbidden", error);
    throw error;
  }
}
