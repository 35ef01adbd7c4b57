import { sql } from "kysely";
import { findControl } from "#catalog/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { titleOf } from "./record-row.ts";
import type { PresentedLink } from "./record-row.ts";

interface LinkRow {
  readonly record_id: string;
  readonly field: string;
  readonly record: string | null;
  readonly record_register: string | null;
  readonly record_fields: RecordFields | null;
  readonly record_ended: boolean | null;
  readonly system: string | null;
  readonly system_name: string | null;
  readonly system_ended: boolean | null;
  readonly control_id: string | null;
  readonly exhibit: number | null;
  readonly exhibit_name: string | null;
}

/** What records lead to, by their ids, as people read it. */
export async function readLinks(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, PresentedLink[]>> {
  const { rows } = await sql<LinkRow>`SELECT l.record_id, l.field, coalesce(l.person_id, l.target_id) AS record,
      coalesce(l.person_register, l.target_register) AS record_register, p.fields AS record_fields,
      p.ended_at IS NOT NULL AS record_ended, l.system_id AS system, s.name AS system_name, s.removed_at IS NOT NULL AS system_ended,
      l.control_id, l.exhibit, e.name AS exhibit_name
    FROM app.record_links l
    -- Not by coalesce, which PostgreSQL takes for something that may leak: with policies it then reads all records instead of an index.
    LEFT JOIN app.records p ON p.company_id = l.company_id
      AND p.id = CASE WHEN l.person_id IS NULL THEN l.target_id ELSE l.person_id END
    LEFT JOIN app.systems s ON s.company_id = l.company_id AND s.id = l.system_id
    LEFT JOIN app.evidence e ON e.company_id = l.company_id AND e.number = l.exhibit
    WHERE l.company_id = ${companyId} AND l.record_id = ANY (${ids}::uuid[]) ORDER BY l.record_id, l.field, l.position`.execute(
    tx,
  );
  const links = Map.groupBy(rows, ({ record_id: id }) => id);
  return new Map([...links].map(([id, own]) => [id, own.map(presentLink)]));
}

function presentLink(row: LinkRow): PresentedLink {
  const { field } = row;
  if (row.record !== null) {
    const register = findRegister(row.record_register!)!;
    // Whoever may not read the record reads no name; its id says nothing.
    const label = row.record_fields ? titleOf(register, row.record_fields) : "";
    const type = register.key === "people" ? "person" : "record";
    return { field, type, target: row.record, register: register.key, label, ended: row.record_ended ?? true };
  }
  if (row.system !== null) {
    const label = row.system_name ?? "";
    return { field, type: "system", target: row.system, register: null, label, ended: row.system_ended ?? true };
  }
  if (row.control_id !== null) {
    const label = findControl(row.control_id)?.title ?? row.control_id;
    return { field, type: "control", target: row.control_id, register: null, label, ended: false };
  }
  const target = formatExhibitNumber(row.exhibit!);
  const label = row.exhibit_name ?? target;
  // A withdrawn item is hidden from this list, as from every other.
  return { field, type: "exhibit", target, register: null, label, ended: row.exhibit_name === null };
}
