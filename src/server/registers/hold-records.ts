import { sql } from "kysely";
import { textOfValue } from "#domain/registers/csv.ts";
import { mergeChanges } from "#domain/registers/record-changes.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { Register } from "#domain/registers/register.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { linkTexts } from "./csv-links.ts";
import { recordColumns } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";
import type { Wanted } from "./write-record.ts";

/** Open records of a register, held until the transaction ends. Refuses `not-found`, and `record-ended` where one has ended. */
export async function holdRecords(
  tx: Tx,
  companyId: string,
  register: Register,
  recordIds: readonly string[],
): Promise<readonly RecordRow[]> {
  const ids = [...new Set(recordIds)];
  const { rows } = await sql<RecordRow>`SELECT ${recordColumns} FROM app.records r WHERE r.company_id = ${companyId}
    AND r.register = ${register.key} AND r.matter_id IS NULL AND r.id = ANY (${ids}::uuid[])
    ORDER BY r.id FOR NO KEY UPDATE`.execute(tx);
  if (rows.length < ids.length) return fail("not-found");
  return rows.some((row) => row.ended_at) ? fail("record-ended") : rows;
}

interface ChangedVersion {
  readonly version: number;
  readonly changes: readonly FieldChange[];
}

/** The versions of records after those that somebody saw of them, oldest first, by their ids. */
export async function versionsOfMany(
  tx: Tx,
  companyId: string,
  seen: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly ChangedVersion[]>> {
  if (seen.size === 0) return new Map();
  const asked = JSON.stringify([...seen].map(([id, version]) => ({ id, version })));
  const { rows } = await sql<ChangedVersion & { id: string }>`SELECT c.record_id AS id, c.version, c.changes
    FROM jsonb_to_recordset(${asked}) x (id uuid, version integer)
      -- Each looked up by its key, whatever the database knows of how many there are.
      CROSS JOIN LATERAL (SELECT c.record_id, c.version, c.changes FROM app.record_changes c WHERE c.company_id = ${companyId}
        AND c.record_id = x.id AND c.version > x.version OFFSET 0) c
    ORDER BY c.record_id, c.version`.execute(tx);
  return Map.groupBy(rows, ({ id }) => id);
}

interface Conflicting {
  readonly rows: readonly RecordRow[];
  /** The version of each record as the caller saw it; one that never was counts as none of it seen. */
  readonly seen: ReadonlyMap<string, number>;
  readonly wanted: Wanted;
}

/** Refuses `record-conflict` with both values of each field that somebody else set to something else since. */
export async function refuseConflicts(
  tx: Tx,
  companyId: string,
  register: Register,
  { rows, seen, wanted }: Conflicting,
): Promise<void> {
  const behind = rows.flatMap(({ id, version }) => {
    const own = seen.get(id) ?? 0;
    return own === version ? [] : [[id, own > version ? 0 : own] as const];
  });
  const versions = await versionsOfMany(tx, companyId, new Map(behind));
  const records = rows.flatMap(({ id, number, version, fields }) => {
    const since = (versions.get(id) ?? []).flatMap(({ changes }) => changes);
    const { conflicts } = mergeChanges(fields, since, wanted);
    return conflicts.length === 0
      ? []
      : [{ recordId: id, number: recordNumber(register, Number(number)), version, conflicts }];
  });
  const [first] = records;
  if (!first) return;
  const linkText = await linkTexts(tx, companyId, register);
  const [{ field, theirs, yours }] = first.conflicts as [(typeof first.conflicts)[number]];
  const say = (value: typeof theirs) =>
    value === null ? "none" : `“${textOfValue(register.fields[field]!, value, linkText)}”`;
  const more = records.length === 1 ? "" : ` The same is so of ${records.length - 1} more.`;
  const message = `Someone else changed ${register.fields[field]!.label} of ${first.number} meanwhile: it is ${say(theirs)} now, and you set ${say(yours)}.${more} Nothing was changed.`;
  throw new AppError("record-conflict", { message, data: { records } });
}
