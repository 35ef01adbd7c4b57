import { sql } from "kysely";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { citedIn, isTimed } from "#domain/registers/shown-by.ts";
import { knownProblems, nothingKnown } from "#domain/registers/whole-record.ts";
import type { Known } from "#domain/registers/whole-record.ts";
import type { Tx } from "../db/as-caller.ts";
import { InvalidInput } from "../http/read-input.ts";

const DAY_MS = 86_400_000;

/** Until when people work here and when exhibits were made, as far as a register asks for it; `cited` may name what is no exhibit. */
export async function readAround(
  tx: Tx,
  companyId: string,
  register: Register,
  now: Date,
  cited: Iterable<string>,
): Promise<Known> {
  const fields = Object.values(register.fields);
  const asksPeople = fields.some(({ active, there }) => active === true || there !== undefined);
  return {
    ...nothingKnown,
    ...(asksPeople && (await readWorkers(tx, companyId, now))),
    ...(fields.some(isTimed) && { madeAt: await readMade(tx, companyId, cited) }),
  };
}

async function readWorkers(tx: Tx, companyId: string, now: Date): Promise<Pick<Known, "hasLeft" | "wasAway">> {
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

/** When exhibits were made: they were there when they were collected, and when they were filed. */
async function readMade(tx: Tx, companyId: string, cited: Iterable<string>): Promise<Known["madeAt"]> {
  const numbers = [...new Set(cited)].flatMap((exhibit) => parseExhibitNumber(exhibit) ?? []);
  if (numbers.length === 0) return nothingKnown.madeAt;
  const { rows } = await sql<{ number: string; made: Date }>`SELECT e.number, least(e.collected_at, e.filed_at) AS made
    FROM app.evidence e WHERE e.company_id = ${companyId} AND e.number = ANY (${numbers})`.execute(tx);
  const made = new Map(rows.map((row) => [formatExhibitNumber(Number(row.number)), row.made]));
  return (exhibit) => made.get(exhibit);
}

/** The exhibits that records cite where their register asks when those were made. */
export const timedExhibits = (register: Register, all: readonly RecordFields[]): readonly string[] =>
  Object.entries(register.fields).flatMap(([name, field]) =>
    isTimed(field) ? all.flatMap((fields) => citedIn(fields, name)) : [],
  );

/**
 * Refuses who has left where somebody who works here is named anew, who was not here where somebody is said to have taken part, and what
 * was made before that which it is cited for.
 */
export async function checkAround(
  tx: Tx,
  companyId: string,
  register: Register,
  before: RecordFields,
  after: RecordFields,
  now: Date,
): Promise<void> {
  await checkAllAround(tx, companyId, register, [{ before, after }], now);
}

/** The same of many records. */
export async function checkAllAround(
  tx: Tx,
  companyId: string,
  register: Register,
  all: readonly { readonly before: RecordFields; readonly after: RecordFields }[],
  now: Date,
): Promise<void> {
  const cited = timedExhibits(
    register,
    all.map(({ after }) => after),
  );
  const known = await readAround(tx, companyId, register, now, cited);
  for (const { before, after } of all) {
    const problems = [...knownProblems(register, before, after, known)];
    if (problems.length > 0)
      throw new InvalidInput(problems.map(([name, message]) => ({ path: ["fields", name], message })));
  }
}
