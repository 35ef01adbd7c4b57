import { sql } from "kysely";
import { firstStart } from "#domain/registers/first-start.ts";
import type { SaidStart } from "#domain/registers/first-start.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HeldRow } from "./snapshot-row.ts";

/** What the history of a record of People says of its days. */
export type SaidDays = Pick<SnapshotRow, "firstStart" | "endSaidAt">;

/** Of records of People since when somebody works here, and when their last day was written: by all that these ever said. */
export async function readSaidDays(
  tx: Tx,
  companyId: string,
): Promise<(row: Pick<HeldRow, "id" | "fields" | "created_at">) => SaidDays> {
  const { rows } = await sql<{ id: string; field: "startsAt" | "endsAt"; before: string | null; at: Date }>`
    SELECT c.record_id AS id, x.field, x.before, c.changed_at AS at
    FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, before text)
    WHERE c.company_id = ${companyId} AND c.register = 'people'
      AND (x.field = 'endsAt' OR c.kind <> 'added' AND x.field = 'startsAt')
    ORDER BY c.record_id, c.version`.execute(tx);
  const starts = new Map<string, SaidStart[]>();
  const ends = new Map<string, Date>();
  for (const { id, field, before, at } of rows) {
    if (field === "endsAt") ends.set(id, at);
    else if (before !== null) starts.set(id, [...(starts.get(id) ?? []), { startsAt: before, until: at }]);
  }
  return ({ id, fields, created_at: addedAt }) => {
    const [startsAt, end] = [fields["startsAt"], ends.get(id)];
    return {
      ...(typeof startsAt === "string" && { firstStart: firstStart(startsAt, addedAt!, starts.get(id) ?? []) }),
      ...(end && fields["endsAt"] !== undefined && { endSaidAt: end.toISOString() }),
    };
  };
}
