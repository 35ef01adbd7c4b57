import type { IssuedKindKey } from "#domain/issued.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** Something a member issued that goes on to work. */
export interface IssuedRow {
  readonly kind: IssuedKindKey;
  readonly id: string;
  readonly label: string;
}

/** As the ledger names what was issued. */
const named = ({ kind, label }: IssuedRow) => `${kind} ${label}`;

/** Makes the caller the issuer of what shall go on. Refuses `issued-changed` where that is not all there any more. */
export async function takeOver(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<{ kept?: readonly string[] }> {
  if (ids.length === 0) return {};
  const { rows } = await sql<IssuedRow>`SELECT * FROM app.take_over_issued(${memberId}, ${[...ids]})`.execute(tx);
  if (rows.length !== new Set(ids).size) fail("issued-changed");
  return { kept: rows.map(named) };
}
