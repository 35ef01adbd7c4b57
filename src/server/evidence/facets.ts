import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** What the company's list of evidence can be narrowed to, whatever is on file. */
export async function facetsOf(tx: Tx) {
  const sources = await sql<{ source: string }>`SELECT app.evidence_sources() AS source`.execute(tx);
  const people = await sql<{ id: string; name: string }>`SELECT p.id, p.first_name || ' ' || p.last_name AS name
    FROM app.people_of_record() p`.execute(tx);
  return { sources: sources.rows.map(({ source }) => source), people: people.rows };
}
