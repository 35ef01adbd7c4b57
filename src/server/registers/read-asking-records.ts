import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { daysAfter, dayOf } from "#domain/calendar-day.ts";
import { MOST_ASKING } from "#domain/registers/asked-for.ts";
import type { Doing, RecordTask } from "#domain/registers/record-task.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { AskingRecord } from "#domain/tasks/of-records.ts";
import type { Tx } from "../db/as-caller.ts";

/** What the day of an instant may be earlier or later than in UTC, and the rest of a day. */
const SLACK_DAYS = 2;

interface Row {
  readonly task: number;
  readonly id: string;
  readonly number: number;
  readonly fields: RecordFields;
  readonly changed_at: Date;
  readonly approved_at: Date | null;
  readonly ended_at: Date | null;
  readonly left_at: Date | null;
}

/**
 * Records that may ask for something by themselves now, as their registers declare it: one statement, in which the database leaves out all
 * that are done or not due for long. What belongs to a matter asks nobody here.
 */
export async function readAskingRecords(
  tx: Tx,
  companyId: string,
  asked: readonly Pick<AskingRecord, "register" | "task">[],
  now: Date,
): Promise<readonly AskingRecord[]> {
  if (asked.length === 0) return [];
  const parts = asked.map(({ register, task }, at) => asking(companyId, register, task, at, now));
  const { rows } = await sql<Row>`${sql.join(parts, sql` UNION ALL `)}`.execute(tx);
  return rows.map(
    ({
      task,
      id,
      number,
      fields,
      changed_at: changedAt,
      approved_at: approvedAt,
      ended_at: endedAt,
      left_at: leftAt,
    }) => ({
      ...asked[task]!,
      id,
      number,
      fields,
      changedAt,
      approvedAt,
      endedAt,
      leftAt,
    }),
  );
}

function asking(companyId: string, register: Register, task: RecordTask, at: number, now: Date): RawBuilder<Row> {
  const [first] = Object.keys(task.from) as [string];
  const conditions = [
    ofState[task.of],
    ...(task.has ?? []).map((field) => sql`r.fields ? ${field}`),
    ...(task.lacks ?? []).map((field) => sql`NOT r.fields ? ${field}`),
    ...Object.entries(task.where ?? {}).map(
      ([field, choices]) => sql`r.fields ->> ${field} = ANY (${[...choices]}::text[])`,
    ),
    sql`(${sql.join(
      Object.entries(task.from).map(([field, days]) => mayBeDue(task, field, days, now)),
      sql` OR `,
    )})`,
    ...(task.until === undefined ? [] : [sql`${dayIn(first)} >= ${daysAfter(dayOf(now), -task.until)}`]),
    ...(task.sameIn === undefined ? [] : [notReplaced(task.sameIn, first)]),
  ];
  // In their order, before it is looked for what is done: of thousands that nobody did, no more than are answered.
  const found = sql`SELECT r.company_id, r.id, r.number, r.fields, r.changed_at, r.approved_at, r.ended_at, l.left_at, ${dayIn(first)} AS first_day
    FROM app.records r ${task.left === undefined ? neverLeft : whoLeft(task.left)} WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.matter_id IS NULL
      AND ${sql.join(conditions, sql` AND `)} ORDER BY first_day, r.number OFFSET 0`;
  return sql<Row>`(SELECT ${at}::integer AS task, r.id, r.number::integer AS number, r.fields, r.changed_at, r.approved_at, r.ended_at, r.left_at
    FROM (${found}) r WHERE ${task.unless ? notDone(task.unless) : sql`true`} ORDER BY r.first_day, r.number LIMIT ${MOST_ASKING})`;
}

const neverLeft = sql`CROSS JOIN (SELECT NULL::timestamptz AS left_at) l`;
/** When whoever a record names left or leaves, by their own record: it was ended, or says a last day. The rule asks once that is over. */
const whoLeft = (
  field: string,
) => sql`JOIN LATERAL (SELECT least(p.ended_at, (p.fields ->> 'endsAt')::timestamptz) AS left_at
  FROM app.records p WHERE p.company_id = r.company_id AND p.register = 'people' AND p.id = (r.fields ->> ${field})::uuid) l ON l.left_at IS NOT NULL`;

const ofState: Readonly<Record<RecordTask["of"], RawBuilder<unknown>>> = {
  kept: sql`r.ended_at IS NULL`,
  approved: sql`r.ended_at IS NULL AND r.approved_at IS NOT NULL`,
  ended: sql`r.ended_at IS NOT NULL`,
};

/** A day or an instant of a record, as a text that is ordered as they are. */
function dayIn(from: string): RawBuilder<string> {
  if (from === "approved") return sql`to_char(r.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  if (from === "ended") return sql`to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  if (from === "left") return sql`to_char(l.left_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  return sql`(r.fields ->> ${from})`;
}

function mayBeDue({ years, ahead }: RecordTask, from: string, days: number, now: Date): RawBuilder<unknown> {
  const last = daysAfter(dayOf(now), ahead - days + SLACK_DAYS);
  if (years === undefined) return sql`${dayIn(from)} <= ${last}`;
  // The year alone: which day of it, the rule says.
  return sql`left(${dayIn(from)}, 4)::integer + (r.fields ->> ${years})::numeric <= ${Number(last.slice(0, 4))}`;
}

/** What leads to a record is looked through once, whichever of it does what is asked; record by record (that is what OFFSET is for). */
const notDone = (doings: readonly Doing[]) => sql`NOT EXISTS (SELECT FROM app.record_links l
    JOIN app.records d ON d.company_id = l.company_id AND d.id = l.record_id
  WHERE l.company_id = r.company_id AND l.target_id = r.id AND d.matter_id IS NULL AND d.ended_at IS NULL
    AND (${sql.join(doings.map(does), sql` OR `)}) OFFSET 0)`;

function does({ register, by, has = [], lacks = [], where = {}, notBefore }: Doing): RawBuilder<unknown> {
  const conditions = [
    ...has.map((field) => sql`d.fields ? ${field}`),
    ...lacks.map((field) => sql`NOT d.fields ? ${field}`),
    ...Object.entries(where).map(([field, choice]) => sql`d.fields ->> ${field} = ${choice}`),
    ...(notBefore === undefined
      ? []
      : [sql`coalesce(d.fields ->> ${notBefore.day} >= r.fields ->> ${notBefore.of}, true)`]),
  ];
  return sql`(l.register = ${register} AND l.field = ${by} AND ${sql.join(conditions, sql` AND `)})`;
}

/** Approved or not: what waits for an approval is asked for by that. */
const notReplaced = (same: readonly string[], from: string) => {
  const alike = same.map(
    (field) => sql`lower(coalesce(o.fields ->> ${field}, '')) = lower(coalesce(r.fields ->> ${field}, ''))`,
  );
  return sql`NOT EXISTS (SELECT FROM app.records o WHERE o.company_id = r.company_id AND o.register = r.register AND o.matter_id IS NULL
    AND o.ended_at IS NULL AND o.id <> r.id AND ${sql.join(alike, sql` AND `)}
    AND (o.fields ->> ${from}, o.created_at) > (r.fields ->> ${from}, r.created_at))`;
};
