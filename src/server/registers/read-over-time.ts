import { sql } from "kysely";
import { computedOverTime, fieldsOverTime } from "#domain/registers/over-time.ts";
import type { ComputedFrom } from "#domain/registers/over-time.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import type { Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";

/** So many changes of what is computed are told. */
const MOST = 100;

interface Event {
  readonly at: Date;
  readonly changes: readonly FieldChange[] | null;
  readonly control: string | null;
  readonly passes: boolean | null;
}

/** How what is computed of a record changed, newest first: from its own changes, and from those of controls. */
export async function readOverTime(tx: Tx, companyId: string, register: Register, recordId: string) {
  if (fieldsOverTime(register).length === 0) return [];
  const { rows } =
    await sql<Event>`SELECT c.changed_at AS at, c.changes, NULL AS control, NULL::boolean AS passes, c.version AS place
      FROM app.record_changes c WHERE c.company_id = ${companyId} AND c.record_id = ${recordId}
    UNION ALL SELECT k.at, NULL, k.control_id, k.status = 'passing', 0
      FROM app.control_changes k WHERE k.company_id = ${companyId}
    ORDER BY at, place`.execute(tx);
  const events = rows.map(({ at, changes, control, passes }): ComputedFrom =>
    changes ? { at, changes } : { at, control: control!, passes: passes ?? false },
  );
  return computedOverTime(register, events)
    .toReversed()
    .slice(0, MOST)
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}
