import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import { findControl } from "#catalog/index.ts";
import type { contract } from "#contract/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { derivedValues } from "#domain/registers/derived.ts";
import { recordNumber, recordState } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { readBeside } from "./read-beside.ts";
import { mayIn } from "./rights.ts";

export type PresentedRecord = z.input<typeof contract.registers.add.output>;
type PresentedLink = PresentedRecord["links"][number];

/** A record as the database keeps it. */
export interface RecordRow {
  readonly id: string;
  readonly number: number;
  readonly fields: RecordFields;
  readonly version: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly authors: readonly string[];
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  readonly approved_alone: boolean;
  readonly ended_at: Date | null;
  readonly ended_reason: string | null;
  readonly approved_before: boolean;
  readonly end_approved_by: string | null;
  readonly end_approved_at: Date | null;
  readonly end_approved_alone: boolean;
}

export const recordColumns = sql`r.id, r.number, r.fields, r.version, r.created_by, r.created_at, r.changed_by, r.changed_at, r.authors,
  r.approved_by, r.approved_at, r.approved_alone, r.ended_at, r.ended_reason, r.approved_before, r.end_approved_by, r.end_approved_at, r.end_approved_alone`;

/** A record of a register of the caller's company, held until the transaction ends. Refuses `not-found`. */
export async function holdRecord(tx: Tx, companyId: string, register: Register, recordId: string): Promise<RecordRow> {
  const { rows } = await sql<RecordRow>`SELECT ${recordColumns} FROM app.records r WHERE r.company_id = ${companyId}
    AND r.register = ${register.key} AND r.id = ${recordId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? fail("not-found");
}

/** Reads records by a condition about `r`, in the order of their numbers. */
export async function readRecords(tx: Tx, where: RawBuilder<unknown>): Promise<RecordRow[]> {
  const { rows } =
    await sql<RecordRow>`SELECT ${recordColumns} FROM app.records r WHERE ${where} ORDER BY r.number`.execute(tx);
  return rows;
}

/** Names of people by the ids of their accounts. */
export async function namesOf(
  tx: Tx,
  ids: readonly string[],
): Promise<(id: string) => { userId: string; name: string }> {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`SELECT p.id, concat_ws(' ', p.first_name, p.last_name) AS name
    FROM app.profiles p WHERE p.id = ANY (${[...new Set(ids)]}::uuid[])`.execute(tx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => ({ userId: id, name: names.get(id) ?? "A former member" });
}

/** Records as people read them: with names, with what their links lead to, and with what the caller may do. */
export async function presentRecords(
  tx: Tx,
  register: Register,
  rows: readonly RecordRow[],
  caller: Pick<Caller, "companyId" | "userId" | "role">,
  now: Date,
): Promise<PresentedRecord[]> {
  if (rows.length === 0) return [];
  const people = rows.flatMap((row) =>
    [row.created_by, row.changed_by, row.approved_by ?? [], row.end_approved_by ?? []].flat(),
  );
  const nameOf = await namesOf(tx, people);
  const links = await readLinks(
    tx,
    caller.companyId,
    rows.map(({ id }) => id),
  );
  const beside = await readBeside(tx, caller.companyId, register);
  const mayApprove = mayIn(register, "approve", caller.role);
  const isAlone = mayApprove && Number(await callFunction(tx, "app.record_approvers", [register.key])) <= 1;
  return rows.map((row) => {
    const state = stateOf(register, row);
    const own = links.get(row.id) ?? [];
    const isOther = isAlone || !row.authors.includes(caller.userId);
    // Who ended it is who changed it last.
    const isOtherEnd = isAlone || row.changed_by !== caller.userId;
    return {
      id: row.id,
      register: register.key,
      number: recordNumber(register, row.number),
      title: linkedTitle(register, own) ?? titleOf(register, row.fields),
      fields: { ...row.fields, ...derivedValues(register, row.fields, now, beside) } as PresentedRecord["fields"],
      links: own,
      state,
      version: row.version,
      createdBy: nameOf(row.created_by),
      createdAt: row.created_at.toISOString(),
      changedBy: nameOf(row.changed_by),
      changedAt: row.changed_at.toISOString(),
      approval: row.approved_by
        ? { by: nameOf(row.approved_by), at: row.approved_at!.toISOString(), alone: row.approved_alone }
        : null,
      ended: row.ended_at
        ? {
            at: row.ended_at.toISOString(),
            reason: row.ended_reason!,
            approval: row.end_approved_by
              ? {
                  by: nameOf(row.end_approved_by),
                  at: row.end_approved_at!.toISOString(),
                  alone: row.end_approved_alone,
                }
              : null,
            waiting: awaitsEnd(register, row),
          }
        : null,
      mayApprove: mayApprove && (awaitsEnd(register, row) ? isOtherEnd : state === "waiting" && isOther),
    };
  });
}

/** One record as the caller reads it now. Refuses `not-found`. */
export async function presentRecord(
  tx: Tx,
  register: Register,
  recordId: string,
  caller: Pick<Caller, "companyId" | "userId" | "role">,
  now: Date,
): Promise<PresentedRecord> {
  const rows = await readRecords(
    tx,
    sql`r.company_id = ${caller.companyId} AND r.register = ${register.key} AND r.id = ${recordId}`,
  );
  return (await presentRecords(tx, register, rows, caller, now))[0] ?? fail("not-found");
}

export function stateOf(register: Register, row: Pick<RecordRow, "ended_at" | "approved_at">) {
  return recordState(register, { ended: row.ended_at !== null, approved: row.approved_at !== null });
}

/** Whether a record was ended that another person had approved, or that was changed before, and nobody else has approved the end. */
export function awaitsEnd(
  register: Register,
  row: Pick<RecordRow, "ended_at" | "end_approved_at" | "approved_at" | "approved_before" | "version">,
): boolean {
  const isSeen = row.end_approved_at !== null || register.rights.approve === undefined;
  // A new record has version 1, its end makes 2.
  return row.ended_at !== null && !isSeen && (row.approved_at !== null || row.approved_before || row.version > 2);
}

/** What a record is called that is named by what it leads to. */
const linkedTitle = ({ title }: Register, links: readonly PresentedLink[]) =>
  links.find(({ field }) => field === title)?.label;

/** What names records `r` of a register, in a statement. */
export function titleValue({ title, fields }: Register): RawBuilder<unknown> {
  return fields[title]!.type === "system"
    ? sql`(SELECT s.name FROM app.systems s WHERE s.company_id = r.company_id AND s.id = (r.fields ->> ${title})::uuid)`
    : sql`r.fields ->> ${title}`;
}

/** What a record is called: the value of its register's title. */
export function titleOf(register: Register, fields: RecordFields): string {
  const value = fields[register.title];
  const text = typeof value === "string" ? value : "";
  return register.fields[register.title]?.choices?.[text] ?? text;
}

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

async function readLinks(tx: Tx, companyId: string, ids: readonly string[]): Promise<Map<string, PresentedLink[]>> {
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
