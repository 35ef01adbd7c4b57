import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail, sqlState } from "../app-error.ts";

/** Who sees to a control, and until the end of which day. */
interface ControlPlan {
  readonly controlId: string;
  readonly owner: { readonly userId: string; readonly name: string } | null;
  readonly dueOn: string | null;
}

/** What is planned for the company's controls; those that nobody sees to and that are not due are left out. */
export async function listPlans(tx: Tx, companyId: string): Promise<ControlPlan[]> {
  return await readPlans(tx, companyId, sql`(p.owner_id IS NOT NULL OR p.due_on IS NOT NULL)`);
}

/** What is planned for one control, which may be nothing. */
export async function getPlan(tx: Tx, companyId: string, controlId: string): Promise<ControlPlan> {
  const [plan] = await readPlans(tx, companyId, sql`p.control_id = ${controlId}`);
  return plan ?? { controlId, owner: null, dueOn: null };
}

/** Plans a control anew. Refuses `owner-not-member` for anybody but an active member. */
export async function setPlan(
  tx: Tx,
  by: { companyId: string; userId: string; at: Date },
  plan: { controlId: string; ownerId: string | null; dueOn: string | null },
): Promise<void> {
  await sql`INSERT INTO app.control_plans AS p (company_id, control_id, owner_id, due_on, changed_by, changed_at)
    VALUES (${by.companyId}, ${plan.controlId}, ${plan.ownerId}, ${plan.dueOn}, ${by.userId}, ${by.at})
    ON CONFLICT (company_id, control_id) DO UPDATE SET owner_id = excluded.owner_id, due_on = excluded.due_on,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`
    .execute(tx)
    // The role was looked at before, so the policy can only have refused the owner.
    .catch((error: unknown) =>
      ["42501", "23503"].includes(sqlState(error) ?? "") ? fail("owner-not-member", error) : Promise.reject(error),
    );
}

async function readPlans(tx: Tx, companyId: string, which: RawBuilder<unknown>): Promise<ControlPlan[]> {
  const { rows } = await sql<{
    control_id: string;
    owner_id: string | null;
    owner_name: string;
    due_on: string | null;
  }>`SELECT p.control_id, p.owner_id, to_char(p.due_on, 'YYYY-MM-DD') AS due_on,
      concat_ws(' ', o.first_name, o.last_name) AS owner_name
    FROM app.control_plans p LEFT JOIN app.profiles o ON o.id = p.owner_id
    WHERE p.company_id = ${companyId} AND ${which} ORDER BY p.control_id`.execute(tx);
  return rows.map((row) => ({
    controlId: row.control_id,
    owner: row.owner_id === null ? null : { userId: row.owner_id, name: row.owner_name },
    dueOn: row.due_on,
  }));
}
