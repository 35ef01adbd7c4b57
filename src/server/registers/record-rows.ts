import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { derivedValues } from "#domain/registers/derived.ts";
import { marksOf, nextOfRecord } from "#domain/registers/next-of-record.ts";
import { recordState } from "#domain/registers/register.ts";
import type { Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { callFunction } from "../db/functions.ts";
import { readBeside } from "./read-beside.ts";
import { fieldsCounted, recordColumns, titleOf } from "./record-row.ts";
import type { Asking, PresentedLink, PresentedRecord, RecordRow } from "./record-row.ts";
import { numberOf, readMatters } from "./matters-of-records.ts";
import { readLinks } from "./record-links.ts";
import { mayIn } from "./rights.ts";

/** A record of a register of the caller's company, held until the transaction ends. Refuses `not-found`. */
export async function holdRecord(
  tx: Tx,
  { companyId, matterId }: Pick<Asking, "companyId" | "matterId">,
  register: Register,
  recordId: string,
): Promise<RecordRow> {
  const { rows } = await sql<RecordRow>`SELECT ${recordColumns} FROM app.records r WHERE r.company_id = ${companyId}
    AND r.register = ${register.key} AND r.id = ${recordId} AND r.matter_id IS NOT DISTINCT FROM ${matterId ?? null}
    FOR NO KEY UPDATE`.execute(tx);
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
  // Staff write as the person that they are in People, and Exhibit as the company itself.
  const others = [...new Set(ids)].filter((id) => !names.has(id));
  if (others.length > 0) {
    const { rows: people } = await sql<{
      id: string;
      name: string;
    }>`SELECT r.id, r.fields ->> 'name' AS name FROM app.records r
      WHERE r.company_id = app.tenant() AND r.register = 'people' AND r.id = ANY (${others}::uuid[])
      UNION ALL SELECT app.tenant(), 'Exhibit'`.execute(tx);
    for (const { id, name } of people) names.set(id, name);
  }
  return (id) => ({ userId: id, name: names.get(id) ?? "A former member" });
}

/** Records as people read them: with names, with what their links lead to, and with what the caller may do. */
export async function presentRecords(
  tx: Tx,
  register: Register,
  rows: readonly RecordRow[],
  caller: Asking,
  now: Date,
): Promise<PresentedRecord[]> {
  if (rows.length === 0) return [];
  const people = rows.flatMap((row) =>
    [row.created_by, row.changed_by, row.approved_by ?? [], row.end_approved_by ?? []].flat(),
  );
  const ids = rows.map(({ id }) => id);
  const mayApprove = mayIn(register, "approve", caller.role);
  const [nameOf, links, matters, beside, { isAlone, me }] = await atOnce(
    namesOf(tx, people),
    readLinks(tx, caller.companyId, ids),
    readMatters(tx, register, rows),
    readBeside(tx, caller.companyId, register, now, ids),
    mayApprove ? readApprover(tx, register, rows, caller) : { isAlone: false, me: new Set([caller.userId]) },
  );
  const isAuthor = (row: RecordRow) => row.authors.some((author) => me.has(author));
  return rows.map((row) => {
    const state = stateOf(register, row);
    const own = links.get(row.id) ?? [];
    const isOther = isAlone || !isAuthor(row);
    // Who ended it is who changed it last.
    const isOtherEnd = isAlone || row.changed_by !== caller.userId;
    const derived = derivedValues(register, fieldsCounted(row), now, beside, row.id);
    const today = now.toISOString().slice(0, 10);
    // What has ended, and what belongs to a matter, asks for nothing.
    const isAsked = state !== "ended" && row.matter_id === null;
    return {
      id: row.id,
      register: register.key,
      number: numberOf(register, row),
      title: linkedTitle(register, own) ?? titleOf(register, row.fields),
      fields: { ...row.fields, ...derived } as PresentedRecord["fields"],
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
      ...matters(row),
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
      mayApprove:
        (mayApprove && (awaitsEnd(register, row) ? isOtherEnd : state === "waiting" && isOther)) ||
        (isSecond(row, caller.userId) && mayApprove && (row.ended_at !== null || !isAuthor(row))),
      marks: isAsked ? marksOf(register, row.fields, derived, today) : {},
      next: isAsked ? nextOfRecord(register, { state, fields: row.fields }, derived, today) : null,
    };
  });
}

/** Whether nobody else may approve, and by which ids the caller is an author. */
async function readApprover(tx: Tx, register: Register, rows: readonly RecordRow[], { userId }: Asking) {
  const isAlone = Number(await callFunction(tx, "app.record_approvers", [register.key])) <= 1;
  // Who reported something as staff is its author by their record of People.
  const authors = [...new Set(rows.flatMap((row) => row.authors))];
  const mine = isAlone ? [] : await callFunction(tx, "app.mine_among", [authors]);
  return { isAlone, me: new Set([userId, ...mine]) };
}

/** One record as the caller reads it now. Refuses `not-found`. */
export async function presentRecord(
  tx: Tx,
  register: Register,
  recordId: string,
  caller: Asking,
  now: Date,
): Promise<PresentedRecord> {
  const rows = await readRecords(
    tx,
    sql`r.company_id = ${caller.companyId} AND r.register = ${register.key} AND r.id = ${recordId}
      AND r.matter_id IS NOT DISTINCT FROM ${caller.matterId ?? null}`,
  );
  return (await presentRecords(tx, register, rows, caller, now))[0] ?? fail("not-found");
}

export function stateOf(
  register: Register,
  row: Pick<RecordRow, "ended_at" | "approved_at"> & Partial<Pick<RecordRow, "matter_id">>,
) {
  // What belongs to a matter counts for nothing, and so waits for nobody.
  const isApproved = row.approved_at !== null || (row.matter_id ?? null) !== null;
  return recordState(register, { ended: row.ended_at !== null, approved: isApproved });
}

/**
 * Whether a record was ended that another person had approved, that was changed before, or that is of a test that Exhibit sent, which speaks
 * until its end is approved; and nobody else has approved the end.
 */
export function awaitsEnd(
  register: Register,
  row: Pick<RecordRow, "ended_at" | "end_approved_at" | "approved_at" | "approved_before" | "version" | "fields"> &
    Partial<Pick<RecordRow, "matter_id">>,
): boolean {
  const isOfMatter = (row.matter_id ?? null) !== null;
  const isSeen = row.end_approved_at !== null || register.rights.approve === undefined || isOfMatter;
  // A new record has version 1, its end makes 2.
  const wasMore = row.approved_at !== null || row.approved_before || row.version > 2 || "sentAt" in row.fields;
  return row.ended_at !== null && !isSeen && wasMore;
}

/** Whether a record, or its end, was approved by its author alone, and somebody is another person than whoever did. */
export const isSecond = (
  row: Pick<RecordRow, "ended_at" | "approved_alone" | "end_approved_alone" | "authors" | "changed_by">,
  userId: string,
): boolean =>
  row.ended_at === null
    ? row.approved_alone && !row.authors.includes(userId)
    : row.end_approved_alone && row.changed_by !== userId;

/** What a record is called that is named by what it leads to. */
const linkedTitle = ({ title }: Register, links: readonly PresentedLink[]) =>
  links.find(({ field }) => field === title)?.label;
