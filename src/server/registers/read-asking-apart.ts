import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { daysAfter, dayOf } from "#domain/calendar-day.ts";
import { MOST_ASKING } from "#domain/registers/asked-for.ts";
import type { Doing, RecordTask } from "#domain/registers/record-task.ts";
import type { Register } from "#domain/registers/register.ts";
import type { AskingRecord } from "#domain/tasks/of-records.ts";
import type { Tx } from "../db/as-caller.ts";
import type { AskingRow } from "./read-asking-records.ts";

/** What the day of an instant may be earlier or later than in UTC, and the rest of a day. */
const SLACK_DAYS = 2;

/** The last day, or year, that the key of a record may say which may be due, as a text in its order. */
export function lastDay({ years, ahead }: RecordTask, days: number, now: Date): string {
  const last = daysAfter(dayOf(now), ahead - days + SLACK_DAYS);
  // The year alone: which day of it, the rule says.
  return years === undefined ? last : last.slice(0, 4);
}

/** Records of tasks whose keys do not say alone whether they ask: what leads to each of them is looked at, or others that are like it, or who left. */
export async function readApart(
  tx: Tx,
  companyId: string,
  asked: readonly (Pick<AskingRecord, "register" | "task"> & { readonly at: number })[],
  now: Date,
): Promise<readonly AskingRow[]> {
  if (asked.length === 0) return [];
  const parts = asked.map(({ register, task, at }) => asking(companyId, register, task, at, now));
  return (await sql<AskingRow>`${sql.join(parts, sql` UNION ALL `)}`.execute(tx)).rows;
}

function asking(companyId: string, register: Register, task: RecordTask, at: number, now: Date): RawBuilder<AskingRow> {
  const froms = Object.entries(task.from);
  const due = froms.map(([field, days]) => sql`(k.field = ${field} AND k.day <= ${lastDay(task, days, now)})`);
  const conditions = [
    ...(task.until === undefined ? [] : [sql`k.first_day >= ${daysAfter(dayOf(now), -task.until)}`]),
    ...(task.sameIn === undefined ? [] : [notReplaced(register, task.sameIn, froms[0]![0])]),
    ...(task.unless === undefined ? [] : [notDone(task.unless)]),
  ];
  // In their order, one by one: of thousands that nobody did, no more are looked at than are answered.
  return sql<AskingRow>`(SELECT ${at}::integer AS task, r.id, r.number::integer AS number, r.fields, r.changed_at, r.approved_at, r.ended_at, l.left_at
    FROM (SELECT DISTINCT k.first_day, k.number, k.record_id FROM app.task_keys k WHERE k.company_id = ${companyId} AND k.register = ${register.key}
      AND k.task = ${task.key} AND (${sql.join(due, sql` OR `)}) ORDER BY k.first_day, k.number OFFSET 0) k
    CROSS JOIN LATERAL (SELECT r.* FROM app.records r WHERE r.company_id = ${companyId} AND r.id = k.record_id OFFSET 0) r
    ${task.left === undefined ? neverLeft : whoLeft(task.left)}
    WHERE ${conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`} ORDER BY k.first_day, k.number LIMIT ${MOST_ASKING})`;
}

const neverLeft = sql`CROSS JOIN (SELECT NULL::timestamptz AS left_at) l`;
/** When whoever a record names left or leaves, by their own record: it was ended, or says a last day. The rule asks once that is over. */
const whoLeft = (
  field: string,
) => sql`JOIN LATERAL (SELECT least(p.ended_at, (p.fields ->> 'endsAt')::timestamptz) AS left_at
  FROM app.records p WHERE p.company_id = r.company_id AND p.register = 'people' AND p.id = (r.fields ->> ${field})::uuid) l ON l.left_at IS NOT NULL`;

/** What leads to a record is looked through once, whichever of it does what is asked; record by record (that is what OFFSET is for). */
const notDone = (doings: readonly Doing[]) => sql`NOT EXISTS (SELECT FROM app.record_links l
    JOIN app.records d ON d.company_id = l.company_id AND d.id = l.record_id
  WHERE l.company_id = r.company_id AND l.target_id = r.id AND d.matter_id IS NULL AND d.ended_at IS NULL
    AND (${sql.join(doings.map(does), sql` OR `)}) OFFSET 0)`;

function does({ register, by, has = [], lacks = [], where = {}, notBefore }: Doing): RawBuilder<unknown> {
  const conditions = [
    sql`l.register = ${register} AND l.field = ${by}`,
    ...has.map((field) => sql`d.fields ? ${field}`),
    ...lacks.map((field) => sql`NOT d.fields ? ${field}`),
    ...Object.entries(where).map(([field, choice]) => sql`d.fields ->> ${field} = ${choice}`),
    ...(notBefore === undefined
      ? []
      : [sql`coalesce(d.fields ->> ${notBefore.day} >= r.fields ->> ${notBefore.of}, true)`]),
  ];
  return sql`(${sql.join(conditions, sql` AND `)})`;
}

/** Approved or not: what waits for an approval is asked for by that. What has the same title is looked at alone, where that is the same. */
const notReplaced = ({ title, fields }: Register, same: readonly string[], from: string) => {
  const alike = same.map(
    (field) => sql`lower(coalesce(o.fields ->> ${field}, '')) = lower(coalesce(r.fields ->> ${field}, ''))`,
  );
  const others =
    same.includes(title) && fields[title]!.type !== "system"
      ? sql`app.record_names n JOIN app.record_names m ON m.company_id = n.company_id AND m.register = n.register AND m.title = n.title
          JOIN app.records o ON o.company_id = m.company_id AND o.id = m.record_id AND n.company_id = r.company_id AND n.record_id = r.id`
      : sql`app.records o`;
  return sql`NOT EXISTS (SELECT FROM ${others} WHERE o.company_id = r.company_id AND o.register = r.register AND o.matter_id IS NULL
    AND o.ended_at IS NULL AND o.id <> r.id AND ${sql.join(alike, sql` AND `)}
    AND (o.fields ->> ${from}, o.created_at) > (r.fields ->> ${from}, r.created_at) OFFSET 0)`;
};
