import { sql } from "kysely";
import { daysAfter, dayOf } from "#domain/calendar-day.ts";
import { MOST_ASKING } from "#domain/registers/asked-for.ts";
import type { RecordTask } from "#domain/registers/record-task.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { AskingRecord } from "#domain/tasks/of-records.ts";
import type { Tx } from "../db/as-caller.ts";
import { lastDay, readApart } from "./read-asking-apart.ts";

/** A record as it is read, and for which of the tasks. */
export interface AskingRow {
  readonly task: number;
  readonly id: string;
  readonly number: number;
  readonly fields: RecordFields;
  readonly changed_at: Date;
  readonly approved_at: Date | null;
  readonly ended_at: Date | null;
  readonly left_at: Date | null;
}

type Asked = Pick<AskingRecord, "register" | "task">;

/** Whether the key alone decides: then no more records are read than are answered. */
const isFoundByKey = ({ from, years, left, unless, sameIn }: RecordTask): boolean =>
  Object.keys(from).length === 1 && years === undefined && left === undefined && !unless && !sameIn;

/**
 * Records that may ask for something by themselves now, as their registers declare it: found by the keys that are kept of them, from the one that is due
 * first, so that of many thousands only those are read. What belongs to a matter asks nobody here.
 */
export async function readAskingRecords(
  tx: Tx,
  companyId: string,
  asked: readonly Asked[],
  now: Date,
): Promise<readonly AskingRecord[]> {
  if (asked.length === 0) return [];
  const wanted = asked.flatMap(({ register, task }, at) => keysOf(register, task, at, now));
  const { rows } = await sql<AskingRow>`SELECT q.task, r.id, r.number::integer AS number, r.fields, r.changed_at,
      r.approved_at, r.ended_at, NULL::timestamptz AS left_at
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) q (task integer, register text, key text, field text, last text, since text, most integer)
    CROSS JOIN LATERAL (SELECT k.record_id, k.day FROM app.task_keys k WHERE k.company_id = ${companyId} AND k.register = q.register
      AND k.task = q.key AND k.field = q.field AND k.day BETWEEN q.since AND q.last ORDER BY k.day, k.number LIMIT q.most) k
    CROSS JOIN LATERAL (SELECT r.* FROM app.records r WHERE r.company_id = ${companyId} AND r.id = k.record_id OFFSET 0) r
    ORDER BY q.task, k.day, r.number`.execute(tx);
  const apart = [...new Set(rows.map(({ task }) => task))].filter((at) => !isFoundByKey(asked[at]!.task));
  const more = await readApart(
    tx,
    companyId,
    apart.map((at) => ({ ...asked[at]!, at })),
    now,
  );
  return [...rows.filter(({ task }) => isFoundByKey(asked[task]!.task)), ...more]
    .toSorted((a, b) => a.task - b.task)
    .map(
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

/** Where records of a task are found. Where the key alone does not decide, it only asks whether there may be any. */
function keysOf({ key: register }: Register, task: RecordTask, at: number, now: Date) {
  const own = { task: at, register, key: task.key };
  const since = task.until === undefined ? "" : daysAfter(dayOf(now), -task.until);
  const isFound = isFoundByKey(task);
  return Object.entries(task.from).map(([field, days]) => ({
    ...own,
    field,
    last: lastDay(task, days, now),
    since: isFound ? since : "",
    most: isFound ? MOST_ASKING : 1,
  }));
}
