import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** Fields that only exhibits of some types can show. */
const typed = registers.flatMap(({ key, fields }) =>
  Object.entries(fields).flatMap(([field, { shows }]) => (shows ? [`${key} ${field}`] : [])),
);

/** By a record which type each exhibit is that it cites there; nothing where it cites none. */
export async function readTypes(tx: Tx, companyId: string): Promise<(recordId: string) => Pick<SnapshotRow, "types">> {
  const { rows } = await sql<{
    record: string;
    exhibit: string;
    type: string;
  }>`SELECT DISTINCT l.record_id AS record, e.type,
      'EX-' || lpad(l.exhibit::text, greatest(6, length(l.exhibit::text)), '0') AS exhibit
    FROM app.record_links l JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit
    WHERE l.company_id = ${companyId} AND l.register || ' ' || l.field = ANY (${typed}) ORDER BY 1, 3`.execute(tx);
  const byRecord = Map.groupBy(rows, ({ record }) => record);
  return (recordId) => {
    const own = byRecord.get(recordId);
    return own ? { types: Object.fromEntries(own.map(({ exhibit, type }) => [exhibit, type])) } : {};
  };
}
