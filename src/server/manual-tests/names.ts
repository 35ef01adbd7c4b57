import { sql } from "kysely";
import type { Caller } from "../endpoints/caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** Names of people, of former members too; "A former member" for somebody whose account is gone, and for whom the caller may not know. */
export async function namesOf(
  tx: Tx,
  caller: Pick<Caller, "role">,
  ids: readonly (string | null)[],
): Promise<(id: string) => string> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`SELECT p.id, concat_ws(' ', p.first_name, p.last_name) AS name
    FROM app.profiles p WHERE p.id = ANY (${asked}::uuid[])`.execute(tx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  if (caller.role !== "auditor" && asked.some((id) => !names.has(id)))
    for (const person of await callFunction(tx, "app.people_of_record", []))
      names.set(person.id, `${person.first_name} ${person.last_name}`);
  return (id) => names.get(id) ?? (caller.role === "auditor" ? "A member" : "A former member");
}
