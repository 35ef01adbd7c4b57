import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { readFieldValue, unknownFields } from "#domain/registers/field-value.ts";
import { fieldsAtEnd } from "#domain/registers/last-day.ts";
import { applyFields, mergeChanges } from "#domain/registers/record-changes.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import type { FieldValue, RecordFields, Register } from "#domain/registers/register.ts";
import { recordProblems } from "#domain/registers/whole-record.ts";
import { AppError, fail, violatedConstraint } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { InvalidInput } from "../http/read-input.ts";
import { beforeItsEnd } from "./before-end.ts";
import { checkLinks } from "./check-links.ts";
import { checkAround } from "./around-record.ts";
import { isReadByAll, newSalt, recordDetails } from "./ledger-lines.ts";
import { awaitsEnd, holdRecord, isSecond, presentRecord, stateOf } from "./record-rows.ts";
import type { RecordRow } from "./record-row.ts";
import { checkAbout, openMatter } from "./open-matter.ts";
import { openRegister } from "./rights.ts";

interface Deps {
  readonly now: () => Date;
}

type Given = Readonly<Record<string, unknown>>;
/** Fields as somebody wants them; null takes one away. */
export type Wanted = Readonly<Record<string, FieldValue | null>>;

/** What a constraint of the database stands for. */
export function refuseConstraint(error: unknown): never {
  const constraint = violatedConstraint(error) ?? "";
  if (constraint.startsWith("record_links")) return fail("record-link", error);
  if (constraint === "record_held") return fail("record-held", error);
  if (constraint === "record_matter") return fail("record-matter", error);
  if (constraint === "record_fields") return fail("record-rules", error);
  if (constraint === "record_ended") return fail("record-ended", error);
  if (constraint === "record_own_approval") return fail("record-own-approval", error);
  if (constraint === "confirmation_count") return fail("record-count", error);
  throw error;
}

/** Values as a register takes them; each that is wrong is an issue of its field. */
export function readFields(register: Register, given: Given): Wanted {
  const problems = new Map(unknownFields(register, Object.keys(given)));
  const wanted: Record<string, FieldValue | null> = {};
  for (const [name, value] of Object.entries(given)) {
    if (problems.has(name)) continue;
    const read = readFieldValue(register.fields[name]!, value);
    if ("problem" in read) problems.set(name, read.problem);
    else wanted[name] = read.value;
  }
  if (problems.size > 0)
    throw new InvalidInput([...problems].map(([name, message]) => ({ path: ["fields", name], message })));
  return wanted;
}

/** Refuses a record that lacks what its register requires, or whose dates cannot be. */
function checkWhole(register: Register, fields: RecordFields, now: Date): void {
  const problems = [...recordProblems(register, fields, now)];
  if (problems.length > 0)
    throw new InvalidInput(problems.map(([name, message]) => ({ path: ["fields", name], message })));
}

interface Written {
  readonly fields?: RecordFields;
  readonly ended?: { readonly at: Date | null; readonly reason: string | null };
  readonly approved?: boolean;
  readonly endApproved?: true;
}

/** Writes the next version of a record; history, links and version are the database's. */
export async function writeVersion(
  tx: Tx,
  row: RecordRow,
  by: { userId: string; companyId: string; at: Date; salt: Buffer },
  to: Written,
) {
  await tx
    .updateTable("app.records")
    .set({
      changed_by: by.userId,
      changed_at: by.at,
      salt: by.salt,
      batch_id: null,
      ...(to.fields && { fields: JSON.stringify(to.fields) }),
      ...(to.ended && { ended_at: to.ended.at, ended_reason: to.ended.reason }),
      ...(to.approved !== undefined && {
        approved_by: to.approved ? by.userId : null,
        approved_at: to.approved ? by.at : null,
      }),
      ...(to.endApproved && { end_approved_by: by.userId, end_approved_at: by.at }),
    })
    .where("company_id", "=", by.companyId)
    .where("id", "=", row.id)
    .execute()
    .catch(refuseConstraint);
}

/** Adds, changes, ends, reopens and approves records of any register. */
export function recordWriters({
  now,
}: Deps): Pick<HandlersOf<"registers">, "add" | "change" | "end" | "reopen" | "approve"> {
  return {
    add: async ({ input, caller, tx }) => {
      const { matterId, aboutId } = input;
      const register = openRegister(input.register, caller, "write");
      await openMatter(tx, register, caller, matterId);
      if (aboutId !== undefined) await checkAbout(tx, caller.companyId, register, { matterId, aboutId });
      const fields = applyFields({}, readFields(register, input.fields));
      checkWhole(register, fields, now());
      await checkLinks(tx, caller.companyId, register, fields);
      await checkAround(tx, caller.companyId, register, {}, fields, now());
      const id = randomUUID();
      const salt = newSalt();
      const at = now();
      await tx
        .insertInto("app.records")
        .values({
          company_id: caller.companyId,
          id,
          register: register.key,
          fields: JSON.stringify(fields),
          created_by: caller.userId,
          created_at: at,
          changed_by: caller.userId,
          changed_at: at,
          salt,
          matter_id: matterId ?? null,
          about_id: aboutId ?? null,
        })
        .execute()
        .catch(refuseConstraint);
      const answer = await presentRecord(tx, register, id, { ...caller, matterId }, at);
      const { number, version } = answer;
      return {
        answer,
        entry: { subject: id, matterId, details: recordDetails(register, { number, version, salt }, {}, fields) },
      };
    },

    change: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const { matterId } = input;
      const asking = { ...caller, matterId };
      await openMatter(tx, register, caller, matterId);
      const wanted = readFields(register, input.fields);
      const row = await holdRecord(tx, asking, register, input.recordId);
      if (row.ended_at) return fail("record-ended");
      const since = await changesSince(tx, caller.companyId, row, input.version);
      const { fields, conflicts } = mergeChanges(row.fields, since, wanted);
      if (conflicts.length > 0) {
        const labels = conflicts.map(({ field }) => register.fields[field]?.label ?? field).join(", ");
        const message = `Someone else changed ${labels} meanwhile. Compare both values and choose one.`;
        throw new AppError("record-conflict", { message, data: { version: row.version, conflicts } });
      }
      checkWhole(register, fields, now());
      const changed = Object.fromEntries(
        Object.entries(wanted).filter(
          ([name, value]) => JSON.stringify(row.fields[name] ?? null) !== JSON.stringify(value),
        ),
      );
      if (Object.keys(changed).length === 0)
        return { answer: await presentRecord(tx, register, row.id, asking, now()), entry: "unchanged" };
      await checkLinks(tx, caller.companyId, register, changed);
      await checkAround(tx, caller.companyId, register, row.fields, fields, now());
      const salt = newSalt();
      await writeVersion(tx, row, { ...caller, at: now(), salt }, { fields });
      const answer = await presentRecord(tx, register, row.id, asking, now());
      const { number, version } = answer;
      return {
        answer,
        entry: {
          subject: row.id,
          matterId,
          details: recordDetails(register, { number, version, salt }, row.fields, fields),
        },
      };
    },

    end: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const asking = { ...caller, matterId: input.matterId };
      await openMatter(tx, register, caller, input.matterId);
      const row = await holdRecord(tx, asking, register, input.recordId);
      if (row.ended_at) return fail("record-ended");
      const at = now();
      const { reason } = input;
      const fields = fieldsAtEnd(register, row.fields, { ...input, now: at }) ?? fail("record-last-day");
      const salt = newSalt();
      const isSaid = fields !== row.fields;
      await writeVersion(tx, row, { ...caller, at, salt }, { ...(isSaid && { fields }), ended: { at, reason } });
      const answer = await presentRecord(tx, register, row.id, asking, now());
      // What not everybody reads in the register nobody reads in the record of what was done.
      const { number, version } = answer;
      const details = isSaid
        ? recordDetails(register, { number, version, salt }, row.fields, fields)
        : detailsOf(register, answer);
      const told = isReadByAll(register) ? { ...details, reason } : details;
      return { answer, entry: { subject: row.id, matterId: input.matterId, details: told } };
    },

    reopen: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const asking = { ...caller, matterId: input.matterId };
      await openMatter(tx, register, caller, input.matterId);
      const row = await holdRecord(tx, asking, register, input.recordId);
      if (!row.ended_at) return fail("record-open");
      await writeVersion(tx, row, { ...caller, at: now(), salt: newSalt() }, { ended: { at: null, reason: null } });
      const before = await beforeItsEnd(tx, caller.companyId, row);
      if (before) await writeVersion(tx, row, { ...caller, at: now(), salt: newSalt() }, { fields: before });
      const answer = await presentRecord(tx, register, row.id, asking, now());
      return { answer, entry: { subject: row.id, matterId: input.matterId, details: detailsOf(register, answer) } };
    },

    approve: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "approve");
      const row = await holdRecord(tx, caller, register, input.recordId);
      if (row.version !== input.version) return fail("record-changed");
      const isSecondOne = isSecond(row, caller.userId);
      const isEnd = awaitsEnd(register, row) || (isSecondOne && row.ended_at !== null);
      if (!isEnd && !isSecondOne && stateOf(register, row) !== "waiting") return fail("record-not-waiting");
      const written: Written = isEnd ? { endApproved: true } : { approved: true };
      await writeVersion(tx, row, { ...caller, at: now(), salt: newSalt() }, written);
      const answer = await presentRecord(tx, register, row.id, caller, now());
      const alone = (isEnd ? answer.ended?.approval : answer.approval)?.alone ?? false;
      return { answer, entry: { subject: row.id, details: { ...detailsOf(register, answer), alone } } };
    },
  };
}

/** What the record of what was done says of a record, beside what changed. */
export const detailsOf = (register: Register, { number, version }: { number: string; version: number }) => ({
  register: register.key,
  label: register.label,
  number,
  version,
});

/** What was changed since a version that somebody saw; a version that never was counts as none of it seen. */
async function changesSince(tx: Tx, companyId: string, row: RecordRow, version: number): Promise<FieldChange[]> {
  if (version === row.version) return [];
  const seen = version > row.version ? 0 : version;
  const { rows } = await sql<{ changes: readonly FieldChange[] }>`SELECT c.changes FROM app.record_changes c
    WHERE c.company_id = ${companyId} AND c.record_id = ${row.id} AND c.version > ${seen}`.execute(tx);
  return rows.flatMap(({ changes }) => changes);
}
