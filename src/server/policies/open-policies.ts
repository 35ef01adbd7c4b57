import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { assignedClasses } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";
import { worksAt } from "./listed-people.ts";
import { classNameOf, classOf, readNamed } from "./people-classes.ts";
import { lastDays, readAssignmentsInForce } from "./policy-assignments.ts";

const DAY_MS = 86_400_000;

/**
 * Tables with, in `left_open`, everybody who has yet to acknowledge any of these policies, as they are listed: how many, and whether any of them is late. What
 * `readAssigned` says of each person and policy, in a bit for each policy: nobody is sent from the database one by one.
 */
export async function openPolicies(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
  now: Date,
): Promise<RawBuilder<unknown>> {
  const assignments = await readAssignmentsInForce(tx, companyId, policyIds);
  const named = await readNamed(
    tx,
    companyId,
    [...assignments.values()].flatMap(({ texts }) => texts.flatMap(({ personId }) => personId ?? [])),
  );
  const lateSince = new Date(now.getTime() - ACKNOWLEDGE_WITHIN_DAYS * DAY_MS);
  const words = await readWords(tx, companyId, [...assignments.keys()]);
  const classes = assignedClasses(assignments, named);
  const isLate = ({ since }: AssignedClass) => since <= lateSince;
  const byName = [
    ...Map.groupBy(
      classes.filter(({ from }) => from === null),
      classNameOf,
    ),
  ].map(([name, own]) => ({ name, own }));
  // Late only because of a text that they acknowledged: as of the day on which they did, they are not.
  const lateAtFirst = new Set(classes.filter((own) => own.from === null && isLate(own)).map(keyOf));
  const spared = classes.filter((own) => own.from !== null && !isLate(own) && lateAtFirst.has(keyOf(own)));
  const each = (of: (word: Word, at: number) => RawBuilder<unknown>, between = sql`, `) =>
    sql.join(words.map(of), between);
  const column = (name: string) => (_: Word, at: number) => sql.raw(`${name}${at}`);
  const classBits = (of: (own: AssignedClass) => boolean) =>
    each(({ bitOf }) => sql`${plainArray(byName.map(({ own }) => bitsOf(own.filter(of), bitOf)))}::bigint[]`);
  const textsOf = (of: (own: AssignedClass) => string | null) => sql`${textArray(spared.map(of))}::text[]`;
  const sparedBits = each(({ bitOf }) => sql`${plainArray(spared.map((own) => bitsOf([own], bitOf)))}::bigint[]`);
  return sql`classes AS MATERIALIZED (SELECT * FROM unnest(${textArray(byName.map(({ name }) => name))}::text[],
      ${classBits(() => true)}, ${classBits(isLate)}) c (class, ${each(column("assigned"))}, ${each(column("late"))})),
    readers AS MATERIALIZED (
      SELECT p.person_id AS id, p.number, p.name, p.reach, p.starts_at <= ${lateSince} AS old, ${classOf(named)} AS class,
        ${each(({ place }, at) => sql`${place === null ? sql`0::bigint` : sql`coalesce(p.texts[${sql.raw(String(place))}], 0)`} AS ${sql.raw(`done${at}`)}`)}
      FROM app.listed_people p WHERE ${worksAt(companyId, now)}),
    spared AS (${
      spared.length === 0
        ? sql`SELECT NULL::uuid AS id, ${each((_, at) => sql`0::bigint AS ${sql.raw(`bits${at}`)}`)} WHERE false`
        : sql`SELECT p.id, ${each((_, at) => sql.raw(`bit_or(s.bits${at}) AS bits${at}`))}
          FROM unnest(${textsOf(classNameOf)}, ${textsOf(({ policyId }) => policyId)}, ${textsOf(({ from }) => from)}, ${textsOf(({ before }) => before)},
            ${sparedBits}) s (class, policy, from_day, before_day, ${each(column("bits"))})
          JOIN ${lastDays(companyId, [...new Set(spared.map(({ policyId }) => policyId))])} l ON l.policy_id = s.policy::uuid
            AND l.day >= s.from_day AND (s.before_day IS NULL OR l.day < s.before_day)
          JOIN readers p ON p.id = l.person_id AND p.class = s.class GROUP BY p.id`
    }),
    opened AS (
      SELECT p.id, p.number, p.name, p.reach, p.old, ${each((_, at) => sql.raw(`c.assigned${at} & ~p.done${at} AS open${at}`))},
        ${each((_, at) => sql.raw(`c.late${at} & ~coalesce(s.bits${at}, 0) AS late${at}`))}
      FROM readers p JOIN classes c ON c.class = p.class LEFT JOIN spared s ON s.id = p.id),
    left_open AS (
      SELECT o.id, o.number, o.name, o.reach, (${each((_, at) => sql.raw(`bit_count(o.open${at}::bit(64))`), sql` + `)})::integer AS policies,
        o.old AND (${each((_, at) => sql.raw(`o.open${at} & o.late${at} <> 0`), sql` OR `)}) AS late
      FROM opened o WHERE ${each((_, at) => sql.raw(`o.open${at} <> 0`), sql` OR `)})`;
}

/** Policies with a bit each, of one of the numbers in which `app.listed_people` has what somebody acknowledged. */
interface Word {
  /** Of which; null: nobody acknowledged any of them. */
  readonly place: number | null;
  readonly bitOf: ReadonlyMap<string, number>;
}

const BITS = 32;

/** Where the text that is in force of each of these policies has its bit; one word at least. */
async function readWords(tx: Tx, companyId: string, policyIds: readonly string[]): Promise<readonly Word[]> {
  const { rows } = await sql<{
    policy: string;
    number: number | null;
  }>`SELECT v.policy_id AS policy, t.number FROM app.policy_versions v
    LEFT JOIN app.policy_texts t ON t.company_id = v.company_id AND t.policy_id = v.policy_id AND t.sha256 = v.sha256
    WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ANY (${plainArray(policyIds)}::uuid[])`.execute(
    tx,
  );
  const untouched = rows.filter(({ number }) => number === null);
  const words: Word[] = [
    ...Map.groupBy(
      rows.flatMap(({ policy, number }) => (number === null ? [] : { policy, number })),
      ({ number }) => Math.floor(number / BITS),
    ),
  ].map(([word, own]) => ({
    place: word + 1,
    bitOf: new Map(own.map(({ policy, number }) => [policy, 2 ** (number % BITS)])),
  }));
  for (let from = 0; from < Math.max(untouched.length, 1); from += BITS)
    words.push({
      place: null,
      bitOf: new Map(untouched.slice(from, from + BITS).map(({ policy }, at) => [policy, 2 ** at])),
    });
  return words;
}

/** The bits of these policies; each may be there more than once. */
const bitsOf = (own: readonly Pick<AssignedClass, "policyId">[], bitOf: Word["bitOf"]): number =>
  [...new Set(own.map(({ policyId }) => policyId))].reduce((sum, policyId) => sum + (bitOf.get(policyId) ?? 0), 0);

const keyOf = ({ policyId, kind, personId }: AssignedClass) => JSON.stringify([policyId, kind, personId]);
