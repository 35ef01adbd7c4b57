import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import { systemNames } from "#domain/printed/cells.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { sealed } from "./policy-pages.ts";
import type { Row, SealedRows } from "./policy-pages.ts";

const fields = registers.flatMap((register) =>
  Object.entries(register.fields).flatMap(([name, { type, of }]) =>
    type === "system" || of === "system" ? [name] : [],
  ),
);

/** What the systems that records name are called, as a page of a snapshot; none where they name none. */
export async function sealSystemNames(
  tx: Tx,
  companyId: string,
  records: readonly SnapshotRow[],
): Promise<readonly SealedRows[]> {
  const ids = new Set(
    records.flatMap((row) =>
      fields.flatMap((field) => {
        const value = row.fields[field];
        return typeof value === "string" ? [value] : Array.isArray(value) ? (value as readonly string[]) : [];
      }),
    ),
  );
  if (ids.size === 0) return [];
  const { rows } = await sql<Row>`SELECT s.id, s.name FROM app.systems s
    WHERE s.company_id = ${companyId} AND s.id::text = ANY (${[...ids]}) ORDER BY s.added_at, s.id`.execute(tx);
  return rows.length === 0 ? [] : [sealed(systemNames, rows)];
}
