import { sql } from "kysely";
import { fail, sqlState } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";

/** The owner of a task, and whether it is not shown for now. */
export interface TaskPlan {
  readonly key: string;
  readonly assignee: { readonly userId: string; readonly name: string } | null;
  /** Until the end of this day in UTC. */
  readonly snoozed: { readonly until: string; readonly reason: string } | null;
}

interface Row {
  readonly key: string;
  readonly assignee_id: string | null;
  readonly assignee: string;
  readonly until: string | null;
  readonly reason: string;
}

/** What was planned for tasks of a company, whether they are asked at present or not; a snooze that is over is none. */
export async function readTaskPlans(tx: Tx, companyId: string, now: Date): Promise<ReadonlyMap<string, TaskPlan>> {
  const { rows } =
    await sql<Row>`SELECT p.key, p.assignee_id, concat_ws(' ', o.first_name, o.last_name) AS assignee, p.reason,
      CASE WHEN p.snoozed_until >= (${now}::timestamptz AT TIME ZONE 'UTC')::date THEN to_char(p.snoozed_until, 'YYYY-MM-DD') END AS until
    FROM app.task_plans p LEFT JOIN app.profiles o ON o.id = p.assignee_id WHERE p.company_id = ${companyId}`.execute(
      tx,
    );
  return new Map(
    rows.map(({ key, assignee_id: userId, assignee, until, reason }) => [
      key,
      {
        key,
        assignee: userId === null ? null : { userId, name: assignee },
        snoozed: until === null ? null : { until, reason },
      },
    ]),
  );
}

type Change = { readonly assigneeId: string | null } | { readonly until: string | null; readonly reason: string };

/** Plans a task anew, and leaves of its plan what is not changed. Refuses `owner-not-member` for anybody but an active member. */
export async function planTask(
  tx: Tx,
  by: { readonly companyId: string; readonly userId: string; readonly at: Date },
  key: string,
  change: Change,
): Promise<void> {
  const [columns, values, set] =
    "assigneeId" in change
      ? [sql`assignee_id`, sql`${change.assigneeId}::uuid`, sql`assignee_id = excluded.assignee_id`]
      : [
          sql`snoozed_until, reason`,
          sql`${change.until}::date, ${change.reason}`,
          sql`snoozed_until = excluded.snoozed_until, reason = excluded.reason`,
        ];
  await sql`INSERT INTO app.task_plans (company_id, key, changed_by, changed_at, ${columns})
    VALUES (${by.companyId}, ${key}, ${by.userId}, ${by.at}, ${values})
    ON CONFLICT (company_id, key) DO UPDATE SET changed_by = excluded.changed_by, changed_at = excluded.changed_at, ${set}`
    .execute(tx)
    // The role was looked at before, so the policy can only have refused the assignee.
    .catch((error: unknown) =>
      ["42501", "23503"].includes(sqlState(error) ?? "") ? fail("owner-not-member", error) : Promise.reject(error),
    );
}
