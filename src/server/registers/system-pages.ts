import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import { systemNames } from "#domain/printed/cells.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { sealed } from "./policy-pages.ts";
import type { Row, SealedRows } from "./policy-pages.ts";

const fields = [
  ...new Set(
    registers.flatMap((register) =>
      Object.entries(register.fields).flatMap(([name, { type, of }]) =>
        type === "system" || of === "system" ? [name] : [],
      ),
    ),
  ),
];

/** Keeps which systems records name. */
export function namedSystems(): { readonly ids: ReadonlySet<string>; note(record: SnapshotRow["fields"]): void } {
  const ids = new Set<string>();
  return {
    ids,
    note: (record) => {
      for (const field of fields) {
        const value = record[field];
        if (typeof value === "string") ids.add(value);
        else if (Array.isArray(value)) for (const id of value as readonly string[]) ids.add(id);
      }
    },
  };
}

/** What these systems are called, as a page of a snapshot; none where there are none. */
export async function sealSystemNames(
  tx: Tx,
  companyId: string,
  ids: ReadonlySet<string>,
): Promise<readonly SealedRows[]> {
  if (ids.size === 0) return [];
  const { rows } = await sql<Row>`SELECT s.id, s.name FROM app.systems s
    WHERE s.company_id = ${companyId} AND s.id::text = ANY (${[...ids]}) ORDER BY s.added_at, s.id`.execute(tx);
  return rows.length === 0 ? [] : [sealed(systemNames, rows)];
}
