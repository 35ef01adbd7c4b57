import { sql } from "kysely";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { leaverProblems, nobodyLeft } from "#domain/registers/whole-record.ts";
import type { Workers } from "#domain/registers/whole-record.ts";
import type { Tx } from "../db/as-caller.ts";
import { InvalidInput } from "../http/read-input.ts";

const DAY_MS = 86_400_000;

/** Since when and until when the people of a company work here, where a register asks that of those whom it names; nobody otherwise. */
export async function readWorkers(tx: Tx, companyId: string, register: Register, now: Date): Promise<Workers> {
  if (!Object.values(register.fields).some(({ active, there }) => active || there !== undefined)) return nobodyLeft;
  const { rows } = await sql<{
    id: string;
    starts: string | null;
    ends: string | null;
    ended: Date | null;
  }>`SELECT r.id,
      r.fields ->> 'startsAt' AS starts, r.fields ->> 'endsAt' AS ends, r.ended_at AS ended FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = 'people'`.execute(tx);
  const people = new Map(
    rows.map(({ id, starts, ends, ended }) => {
      const lefts = [...(ends === null ? [] : [Date.parse(ends)]), ...(ended ? [ended.getTime()] : [])];
      return [id, { starts: starts === null ? -Infinity : Date.parse(starts), left: Math.min(Infinity, ...lefts) }];
    }),
  );
  return {
    hasLeft: (id) => (people.get(id)?.left ?? Infinity) <= now.getTime(),
    wasAway: (id, day) => {
      const person = people.get(id);
      const from = Date.parse(`${day}T00:00:00Z`);
      return person !== undefined && (person.left < from || from + DAY_MS <= person.starts);
    },
  };
}

/** Refuses who has left where somebody who works here is named anew, and who was not here where somebody is said to have taken part. */
export async function checkLeavers(
  tx: Tx,
  companyId: string,
  register: Register,
  before: RecordFields,
  after: RecordFields,
  now: Date,
): Promise<void> {
  refuseFields(leaverProblems(register, before, after, await readWorkers(tx, companyId, register, now)));
}

/** Refuses what is wrong with fields, by their names; nothing where nothing is. */
export function refuseFields(problems: ReadonlyMap<string, string>): void {
  if (problems.size > 0)
    throw new InvalidInput([...problems].map(([name, message]) => ({ path: ["fields", name], message })));
}
