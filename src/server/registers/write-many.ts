import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { fieldsAtEnd } from "#domain/registers/last-day.ts";
import { applyFields, fieldChanges } from "#domain/registers/record-changes.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { recordProblems } from "#domain/registers/whole-record.ts";
import { AppError, fail, sqlState } from "../app-error.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { InvalidInput } from "../http/read-input.ts";
import { digestOfMany, isReadByAll, labelsOf, newSalt } from "./ledger-lines.ts";
import { holdRecords, refuseConflicts } from "./hold-records.ts";
import { recordColumns } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";
import { openRegister } from "./rights.ts";
import { checkAllAround } from "./around-record.ts";
import { checkLinks } from "./check-links.ts";
import { readFields, refuseConstraint } from "./write-record.ts";

interface Deps {
  readonly now: () => Date;
}

/** One record of many before and after. */
export interface ManyChange {
  readonly id: string;
  readonly before: RecordFields;
  readonly after: RecordFields;
  readonly salt: Buffer;
  /** The reason that it ends for; null reopens it, and without one it stays as it is. */
  readonly ended?: string | null;
}

interface Batch {
  readonly companyId: string;
  readonly userId: string;
  readonly register: Register;
  /** What is undone together, and shown as done to many; null for one record by itself. */
  readonly batchId: string | null;
  readonly at: Date;
}

/** So many are written by one statement: each may take as long as a statement may. */
const AT_ONCE = 1_000;

async function inParts(
  all: readonly ManyChange[],
  write: (some: readonly ManyChange[]) => Promise<unknown>,
  most = AT_ONCE,
): Promise<void> {
  for (let from = 0; from < all.length; from += most) await write(all.slice(from, from + most));
}

/** Adds many records. Those of which any leads to another are added at once, so that each finds what it leads to. */
export async function insertMany(tx: Tx, batch: Batch, all: readonly ManyChange[]) {
  const ids = new Set(all.map(({ id }) => id));
  const isLed = all.some(({ after }) =>
    Object.values(after).some((value) =>
      [value].flat().some((target) => typeof target === "string" && ids.has(target)),
    ),
  );
  await inParts(all, (some) => insertSome(tx, batch, some), isLed ? all.length : AT_ONCE);
}

async function insertSome(tx: Tx, { companyId, userId, register, batchId, at }: Batch, all: readonly ManyChange[]) {
  const rows = all.map(({ id, after, salt }) => ({ id, fields: after, salt: salt.toString("hex") }));
  await sql`INSERT INTO app.records (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, batch_id, salt)
    SELECT ${companyId}, x.id, ${register.key}, x.fields, ${userId}, ${at}, ${userId}, ${at}, ${batchId}, decode(x.salt, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}) x (id uuid, fields jsonb, salt text)`
    .execute(tx)
    .catch(refuseConstraint);
}

/** Writes the next version of many records. */
export async function updateMany(tx: Tx, batch: Batch, all: readonly ManyChange[]) {
  await inParts(all, (some) => updateSome(tx, batch, some));
}

/** Each record finds its own by its id: joined with a list, the database may compare each with each, without statistics of a table. */
async function updateSome(tx: Tx, { companyId, userId, batchId, at }: Batch, all: readonly ManyChange[]) {
  const written = all.map(({ id, after, salt, ended }) => [
    id,
    { fields: after, salt: salt.toString("hex"), ended: ended ?? null, reopens: ended === null },
  ]);
  const ids = plainArray(all.map(({ id }) => id));
  await sql`UPDATE app.records r SET changed_by = ${userId}, changed_at = ${at}, batch_id = ${batchId},
      (fields, salt, ended_at, ended_reason) = (SELECT x.own -> 'fields', decode(x.own ->> 'salt', 'hex'),
        CASE WHEN (x.own -> 'reopens')::boolean THEN NULL WHEN x.own ->> 'ended' IS NULL THEN r.ended_at ELSE ${at} END,
        CASE WHEN (x.own -> 'reopens')::boolean THEN NULL ELSE coalesce(x.own ->> 'ended', r.ended_reason) END
        FROM (SELECT ${JSON.stringify(Object.fromEntries(written))}::jsonb -> r.id::text AS own OFFSET 0) x)
    WHERE r.company_id = ${companyId} AND r.id = ANY (${ids}::uuid[])`
    .execute(tx)
    .catch(refuseConstraint);
}

/** Refuses (with `record-too-many`) all of what it does where the database gave up a statement that took longer than any may. */
export const inTime =
  <Given extends readonly unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
  (...given: Given): Promise<Answer> =>
    work(...given).catch((error: unknown) => {
      if (sqlState(error) === "57014") return fail("record-too-many", error);
      throw error;
    });

/** Changes many records at once, and undoes what an import or such a change did. */
export function manyWriters({ now }: Deps): Pick<HandlersOf<"registers">, "changeMany" | "endMany" | "undoBatch"> {
  return {
    changeMany: inTime(async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const wanted = readFields(register, input.fields);
      const rows = await holdRecords(tx, caller.companyId, register, input.recordIds);
      const { versions } = input;
      if (versions) {
        const seen = new Map(input.recordIds.map((id, at) => [id, versions[at] ?? 0]));
        await refuseConflicts(tx, caller.companyId, register, { rows, seen, wanted });
      }
      await checkLinks(tx, caller.companyId, register, wanted);
      const all = rows.flatMap(({ id, fields }): ManyChange[] => {
        const after = applyFields(fields, wanted);
        return fieldChanges(fields, after).length === 0 ? [] : [{ id, before: fields, after, salt: newSalt() }];
      });
      checkAll(register, rows, all, now());
      await checkAllAround(tx, caller.companyId, register, all, now());
      const batch = { ...caller, register, batchId: randomUUID(), at: now() };
      if (all.length === 0) return { answer: { batchId: batch.batchId, changed: 0 }, entry: "unchanged" };
      await updateMany(tx, batch, all);
      return {
        answer: { batchId: batch.batchId, changed: all.length },
        entry: {
          subject: batch.batchId,
          details: {
            register: register.key,
            label: register.label,
            labels: labelsOf(register, Object.keys(wanted)),
            changed: all.length,
            digest: digestOfMany(register, all),
          },
        },
      };
    }),

    endMany: inTime(async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const rows = await holdRecords(tx, caller.companyId, register, input.recordIds);
      const { reason } = input;
      const at = now();
      const all = rows.map(({ id, fields }): ManyChange => ({
        id,
        before: fields,
        after: fieldsAtEnd(register, fields, { ...input, now: at }) ?? fail("record-last-day"),
        salt: newSalt(),
        ended: reason,
      }));
      const batch = { ...caller, register, batchId: randomUUID(), at };
      await updateMany(tx, batch, all);
      const details = {
        register: register.key,
        label: register.label,
        ended: all.length,
        digest: digestOfMany(register, all),
      };
      // What not everybody reads in the register nobody reads in the record of what was done.
      const told = isReadByAll(register) ? { ...details, reason } : details;
      return {
        answer: { batchId: batch.batchId, ended: all.length },
        entry: { subject: batch.batchId, details: told },
      };
    }),

    undoBatch: inTime(async ({ input: { register: key, batchId }, caller, tx }) => {
      const register = openRegister(key, caller, "write");
      const { rows } = await sql<
        RecordRow & { kind: string; changes: readonly FieldChange[]; made: number }
      >`SELECT ${recordColumns}, c.kind, c.changes, c.version AS made
        FROM app.record_changes c JOIN app.records r ON r.company_id = c.company_id AND r.id = c.record_id
        WHERE c.company_id = ${caller.companyId} AND c.batch_id = ${batchId} AND c.register = ${register.key}
        ORDER BY r.id FOR NO KEY UPDATE OF r`.execute(tx);
      if (rows.length === 0) return fail("not-found");
      // Whatever happened to a record since stays: its people decide.
      const own = rows.filter(
        ({ version, made, kind, ended_at: ended }) => version === made && (ended !== null) === (kind === "ended"),
      );
      const all = own.map(({ id, kind, fields, changes }): ManyChange => {
        const before = Object.fromEntries(changes.map(({ field, before: was }) => [field, was]));
        if (kind === "ended") return { id, before: fields, after: fields, salt: newSalt(), ended: null };
        return kind === "added"
          ? { id, before: fields, after: fields, salt: newSalt(), ended: "Import undone" }
          : { id, before: fields, after: applyFields(fields, before), salt: newSalt() };
      });
      const answer = { undone: all.length, kept: rows.length - all.length };
      if (all.length === 0) return { answer, entry: "unchanged" };
      refuseOlderThanRules(register, rows, all, now());
      // An undo is no batch that could be undone again.
      await updateMany(tx, { ...caller, register, batchId: randomUUID(), at: now() }, all);
      // A last day that came with an end goes with it: what has ended is reopened before it is changed.
      const days = own.flatMap(({ id, kind, fields, changes }): ManyChange[] => {
        const before = Object.fromEntries(changes.map(({ field, before: was }) => [field, was]));
        return kind === "ended" && changes.length > 0
          ? [{ id, before: fields, after: applyFields(fields, before), salt: newSalt() }]
          : [];
      });
      await updateMany(tx, { ...caller, register, batchId: randomUUID(), at: now() }, days);
      const details = { register: register.key, label: register.label, ...answer, digest: digestOfMany(register, all) };
      return { answer, entry: { subject: batchId, details } };
    }),
  };
}

/** Refuses an undo after which one of the records would say what its register does not allow any more. */
function refuseOlderThanRules(register: Register, rows: readonly RecordRow[], all: readonly ManyChange[], now: Date) {
  for (const { id, before, after } of all) {
    if (before === after) continue;
    const [problem] = recordProblems(register, after, now).values();
    if (problem === undefined) continue;
    const number = recordNumber(register, Number(rows.find((row) => row.id === id)!.number));
    const message = `${number} can't go back to what it said before: ${problem} The rules of this register changed since. Nothing was undone.`;
    throw new AppError("record-rules", { message });
  }
}

/** Refuses (with `invalid-input`) a change of many that one of the records cannot be with, by the first field that is wrong. */
export function checkAll(register: Register, rows: readonly RecordRow[], all: readonly ManyChange[], now: Date): void {
  const numbers = new Map(rows.map(({ id, number }) => [id, recordNumber(register, Number(number))]));
  for (const { id, after } of all)
    for (const [name, message] of recordProblems(register, after, now))
      throw new InvalidInput([{ path: ["fields", name], message: `${numbers.get(id)}: ${message}` }]);
}
