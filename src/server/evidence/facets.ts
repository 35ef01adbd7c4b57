import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** What the company's list of evidence can be narrowed to, whatever is on file. */
export async function facetsOf(tx: Tx) {
  const sources = await callFunction(tx, "app.evidence_sources", []);
  const people = await callFunction(tx, "app.people_of_record", []);
  return {
    sources: sources,
    people: people.map(({ id, first_name: first, last_name: last }) => ({ id, name: `${first} ${last}` })),
  };
}
