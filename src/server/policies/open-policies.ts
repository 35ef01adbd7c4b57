import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { assignedClasses, kinds } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";
import { integerOf } from "./people-alike.ts";
import type { Alike } from "./people-alike.ts";
import { classNameOf, classOf, readNamed } from "./people-classes.ts";
import { lastDays, readAssignmentsInForce } from "./policy-assignments.ts";

const DAY_MS = 86_400_000;

/** What somebody listed, as `p`, has yet to acknowledge, to be asked for in one look at everybody. */
interface OpenPolicies {
  /** Tables that the others ask for; of most companies none. */
  readonly tables: readonly RawBuilder<unknown>[];
  readonly joins: RawBuilder<unknown>;
  /** Of somebody who works here already, in bits; whoever asks for the others names its rows `o`. */
  readonly columns: RawBuilder<unknown>;
  readonly isSome: RawBuilder<unknown>;
  readonly count: RawBuilder<unknown>;
  readonly isLate: RawBuilder<unknown>;
}

/**
 * How many of these policies people have yet to acknowledge, and whether they are late with any. What `readAssigned` says of each person and policy,
 * in a bit for each policy: nobody is sent from the database one by one.
 */
export async function openPolicies(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
  now: Date,
  alike: Alike,
): Promise<OpenPolicies> {
  const assignments = await readAssignmentsInForce(tx, companyId, policyIds);
  const [named, words] = await atOnce(
    readNamed(
      tx,
      companyId,
      [...assignments.values()].flatMap(({ texts }) => texts.flatMap(({ personId }) => personId ?? [])),
    ),
    readWords(tx, companyId, [...assignments.keys()]),
  );
  const lateSince = new Date(now.getTime() - ACKNOWLEDGE_WITHIN_DAYS * DAY_MS);
  const classes = assignedClasses(assignments, named);
  const isLate = ({ since }: AssignedClass) => since <= lateSince;
  const byName = Map.groupBy(
    classes.filter(({ from }) => from === null),
    classNameOf,
  );
  // Late only because of a text that they acknowledged: as of the day on which they did, they are not.
  const lateAtFirst = new Set(classes.filter((own) => own.from === null && isLate(own)).map(keyOf));
  const spared = classes.filter((own) => own.from !== null && !isLate(own) && lateAtFirst.has(keyOf(own)));
  const each = (of: (word: Word, at: number) => RawBuilder<unknown>, between = sql`, `) =>
    sql.join(words.map(of), between);
  const done = (place: number | null) =>
    place === null ? sql`0::bigint` : sql`coalesce(p.texts[${sql.raw(String(place))}], 0)`;
  const bitsOfClass = (name: string, { bitOf }: Word, of: (own: AssignedClass) => boolean) =>
    bitsOf((byName.get(name) ?? []).filter(of), bitOf);
  // Who is named is looked up among those alone, the others by their number.
  const isNamed = sql`p.person_id = ANY (${plainArray(named.map(({ id }) => id))}::uuid[])`;
  const ofClass = (word: Word, of: (own: AssignedClass) => boolean) => {
    const others = integerOf(alike, ({ kind }) => bitsOfClass(kinds.includes(kind) ? kind : "", word, of));
    if (named.length === 0) return others;
    const own = sql`SELECT n.bits FROM unnest(${plainArray(named.map(({ id }) => id))}::uuid[],
      ${plainArray(named.map(({ id }) => bitsOfClass(id, word, of)))}::bigint[]) n (id, bits) WHERE n.id = p.person_id`;
    return sql`CASE WHEN ${isNamed} THEN (${own}) ELSE ${others} END`;
  };
  const isSpared = spared.length > 0;
  const late = (word: Word, at: number) =>
    isSpared ? sql`${ofClass(word, isLate)} & ~coalesce(${sql.raw(`s.bits${at}`)}, 0)` : ofClass(word, isLate);
  return {
    tables: isSpared ? [sparedBits(companyId, spared, words, classOf(named))] : [],
    joins: isSpared ? sql`LEFT JOIN spared s ON s.id = p.person_id` : sql``,
    columns: sql`p.starts_at <= ${lateSince} AS since_long,
      ${each((word, at) => sql`CASE WHEN p.starts_at <= ${now} THEN ${ofClass(word, () => true)} & ~${done(word.place)} ELSE 0 END AS ${sql.raw(`open${at}`)}`)},
      ${each((word, at) => sql`${late(word, at)} AS ${sql.raw(`late${at}`)}`)}`,
    isSome: sql`(${each((_, at) => sql.raw(`o.open${at} <> 0`), sql` OR `)})`,
    count: sql`(${each((_, at) => sql.raw(`bit_count(o.open${at}::bit(64))`), sql` + `)})::integer`,
    isLate: sql`(o.since_long AND (${each((_, at) => sql.raw(`o.open${at} & o.late${at} <> 0`), sql` OR `)}))`,
  };
}

/** A table of the policies with which people would be late, but for a text that they acknowledged since. */
function sparedBits(
  companyId: string,
  spared: readonly AssignedClass[],
  words: readonly Word[],
  ofPerson: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const textsOf = (of: (own: AssignedClass) => string | null) => sql`${textArray(spared.map(of))}::text[]`;
  const columns = (of: (at: number) => string) => sql.join(words.map((_, at) => sql.raw(of(at))));
  const bits = words.map(({ bitOf }) => sql`${plainArray(spared.map((own) => bitsOf([own], bitOf)))}::bigint[]`);
  return sql`spared AS MATERIALIZED (SELECT p.person_id AS id, ${columns((at) => `bit_or(s.bits${at}) AS bits${at}`)}
    FROM unnest(${textsOf(classNameOf)}, ${textsOf(({ policyId }) => policyId)}, ${textsOf(({ from }) => from)}, ${textsOf(({ before }) => before)},
      ${sql.join(bits)}) s (class, policy, from_day, before_day, ${columns((at) => `bits${at}`)})
    JOIN ${lastDays(companyId, [...new Set(spared.map(({ policyId }) => policyId))])} l ON l.policy_id = s.policy::uuid
      AND l.day >= s.from_day AND (s.before_day IS NULL OR l.day < s.before_day)
    JOIN app.listed_people p ON p.company_id = ${companyId} AND p.person_id = l.person_id AND s.class = ${ofPerson} GROUP BY p.person_id)`;
}

/** Policies with a bit each, of one of the numbers in which `app.listed_people` has what somebody acknowledged. */
interface Word {
  /** Of which; null: nobody acknowledged any of them. */
  readonly place: number | null;
  readonly bitOf: ReadonlyMap<string, number>;
}

/** So many texts are in one of these numbers. */
export const BITS = 32;

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
