import { sql } from "kysely";
import type { HolderAnswer } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** What the holder of a device said last of having it, by its record. */
export async function readHolderSays(tx: Tx, companyId: string): Promise<(recordId: string) => HolderAnswer> {
  const { rows } = await sql<{ id: string; answer: HolderAnswer }>`SELECT q.device_id AS id, q.answer
    FROM app.device_questions q WHERE q.company_id = ${companyId} AND q.answer IS NOT NULL`.execute(tx);
  const said = new Map(rows.map(({ id, answer }) => [id, answer]));
  return (id) => said.get(id) ?? "nothing";
}
