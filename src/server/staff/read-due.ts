import { sql } from "kysely";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { readAssigned } from "../policies/assigned-people.ts";
import { readStandings } from "./training/read-standings.ts";
import { isUnvouched } from "./vouch-addresses.ts";

interface DuePerson {
  readonly personId: string;
  readonly number: string;
  readonly name: string;
  policies: number;
  courses: number;
  late: boolean;
}

/**
 * Everyone who has something to acknowledge or to pass at `now`, by the same rules as their own page: a new text, and a course whose pass ends
 * soon, too. Late ones come first. Of one policy alone where `policyId` names it.
 */
export async function readDue(tx: Tx, companyId: string, now: Date, policyId?: string) {
  const found = new Map<string, DuePerson>();
  const personOf = (personId: string, number: number, name: string): DuePerson => {
    const known = found.get(personId) ?? {
      personId,
      number: `PER-${number}`,
      name,
      policies: 0,
      courses: 0,
      late: false,
    };
    found.set(personId, known);
    return known;
  };
  for (const own of (
    await readAssigned(tx, companyId, policyId === undefined ? await policyIds(tx, companyId) : [policyId], now)
  ).values())
    for (const { personId, number, name, due, acknowledged } of own) {
      if (acknowledged) continue;
      const person = personOf(personId, number, name);
      person.policies += 1;
      person.late ||= due <= now;
    }
  if (policyId === undefined)
    for (const { row, own } of await readStandings(tx, companyId, now))
      for (const { isToDo, state } of own) {
        if (!isToDo) continue;
        const person = personOf(row.id, row.number, row.name);
        person.courses += 1;
        person.late ||= state === "late";
      }
  const reach = await readReach(tx, companyId, [...found.keys()]);
  return [...found.values()]
    .map((person) => ({ ...person, reach: reach.get(person.personId) ?? ("no email" as const) }))
    .toSorted(
      (a, b) =>
        Number(b.late) - Number(a.late) || a.name.localeCompare(b.name, "en") || a.number.localeCompare(b.number, "en"),
    );
}

async function policyIds(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.selectFrom("app.policies").select("id").where("company_id", "=", companyId).execute();
  return rows.map(({ id }) => id);
}

/** Whether a link can be mailed to each of these people. */
async function readReach(tx: Tx, companyId: string, people: readonly string[]) {
  const { rows } = await sql<{ id: string; reach: "ready" | "no email" | "unvouched" }>`SELECT r.id,
      CASE WHEN coalesce(btrim(r.fields ->> 'email'), '') = '' THEN 'no email' WHEN ${isUnvouched} THEN 'unvouched' ELSE 'ready' END AS reach
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.id = ANY (${plainArray(people)}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, reach }) => [id, reach]));
}
