import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

type Details = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Writes down what the platform admin of this transaction did, beside the act itself; doors of the database note theirs by
 * themselves. The record cannot be changed afterwards.
 */
export async function noteAct(
  tx: Tx,
  act: `${string}.${string}`,
  subject: string,
  details: Details = {},
): Promise<void> {
  await callFunction(tx, "app.note_act", [act, subject, JSON.stringify(details)]);
}
