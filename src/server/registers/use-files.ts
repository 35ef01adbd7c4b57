import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { applyFields, fieldChanges } from "#domain/registers/record-changes.ts";
import { recordProposer } from "#domain/registers/propose-record.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { Field, FieldValue, Register } from "#domain/registers/register.ts";
import { wrongType } from "#domain/registers/shown-by.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { checkAllAround } from "./around-record.ts";
import { checkLinks } from "./check-links.ts";
import { holdRecords } from "./hold-records.ts";
import { digestOfMany, labelsOf, newSalt } from "./ledger-lines.ts";
import { keptTitle } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";
import { openRegister } from "./rights.ts";
import { checkAll, inTime, updateMany } from "./write-many.ts";
import type { ManyChange } from "./write-many.ts";

interface Deps {
  readonly now: () => Date;
}

/** Uploads become files of records: which record each may belong to, and what a person decided, all of it or nothing. */
export function fileHandlers({ now }: Deps): Pick<HandlersOf<"registers">, "proposeFiles" | "useFiles"> {
  return {
    proposeFiles: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const field = fileField(register, input.field);
      const items = await readItems(tx, caller.companyId, input.exhibits);
      const propose = recordProposer(await readCandidates(tx, caller.companyId, register, input.field));
      return [...new Set(input.exhibits)].map((exhibit) => {
        const item = items.get(exhibit);
        const found = item && propose(item.name);
        const { id, number, title, holds } = found ?? {};
        return {
          exhibit,
          refused: item
            ? (wrongType(field, exhibit, item.type) ?? null)
            : `${exhibit} is not on file, or no longer counts.`,
          record: found ? { id: id!, number: number!, title: title!, holds: holds ?? null } : null,
        };
      });
    },

    useFiles: inTime(async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const { field: name, uses } = input;
      const field = fileField(register, name);
      const rows = await holdRecords(
        tx,
        caller.companyId,
        register,
        uses.map(({ recordId }) => recordId),
      );
      await checkLinks(
        tx,
        caller.companyId,
        { ...register, fields: { [name]: { ...field, type: "list", of: "exhibit" } } },
        {
          [name]: [...new Set(uses.map(({ exhibit }) => exhibit))],
        },
      );
      const all = rows.flatMap((row): ManyChange[] => {
        const own = uses.filter(({ recordId }) => recordId === row.id);
        const after = applyFields(row.fields, { [name]: valueOf(register, name, row, own) });
        return fieldChanges(row.fields, after).length === 0
          ? []
          : [{ id: row.id, before: row.fields, after, salt: newSalt() }];
      });
      checkAll(register, rows, all, now());
      await checkAllAround(tx, caller.companyId, register, all, now());
      const batch = { ...caller, register, batchId: randomUUID(), at: now() };
      const answer = { batchId: batch.batchId, changed: all.length };
      if (all.length === 0) return { answer, entry: "unchanged" };
      await updateMany(tx, batch, all);
      const labels = labelsOf(register, [name]);
      const digest = digestOfMany(register, all);
      const details = { register: register.key, label: register.label, labels, changed: all.length, digest };
      return { answer, entry: { subject: batch.batchId, details } };
    }),
  };
}

/** A field that people cite exhibits in. Refuses `record-sort` for any other. */
function fileField(register: Register, name: string): Field {
  const field = Object.hasOwn(register.fields, name) ? register.fields[name] : undefined;
  const isFile = field?.type === "exhibit" || (field?.type === "list" && field.of === "exhibit");
  // What Exhibit reads or does by itself nobody puts in by hand.
  const isGiven = field?.origin === "filed" || field?.origin === "stated";
  return field && isFile && isGiven ? field : fail("record-sort");
}

type Uses = readonly { readonly exhibit: string; readonly holds: string | null }[];

/** What the field holds afterwards. Refuses `record-conflict` where it holds another exhibit than the caller saw. */
function valueOf(register: Register, name: string, { id, number, version, fields }: RecordRow, uses: Uses): FieldValue {
  const now = fields[name];
  if (register.fields[name]!.type === "list")
    return [...new Set([...((now ?? []) as readonly string[]), ...uses.map(({ exhibit }) => exhibit)])];
  const [use] = uses;
  const others = uses.filter(({ exhibit }) => exhibit !== use!.exhibit);
  const called = recordNumber(register, Number(number));
  const { label } = register.fields[name]!;
  const holds = typeof now === "string" ? now : null;
  if (others.length === 0 && (use!.holds === holds || use!.exhibit === holds)) return use!.exhibit;
  const [theirs, yours] = others.length > 0 ? [use!.exhibit, others[0]!.exhibit] : [holds, use!.exhibit];
  const message =
    others.length > 0
      ? `${label} of ${called} takes one exhibit, and ${theirs} and ${yours} were chosen. Nothing was changed.`
      : `${label} of ${called} is ${theirs ?? "none"} by now, and you chose ${yours}. Nothing was changed.`;
  throw new AppError("record-conflict", {
    message,
    data: { records: [{ recordId: id, number: called, version, conflicts: [{ field: name, theirs, yours }] }] },
  });
}

/** Items that count, by their numbers. */
async function readItems(tx: Tx, companyId: string, exhibits: readonly string[]) {
  const numbers = exhibits.map((exhibit) => parseExhibitNumber(exhibit)!);
  const { rows } = await sql<{ number: string; name: string; type: string }>`SELECT e.number, e.name, e.type
    FROM app.evidence e WHERE e.company_id = ${companyId} AND e.withdrawal_id IS NULL AND e.matter_id IS NULL
      AND e.number = ANY (${numbers})`.execute(tx);
  return new Map(rows.map((row) => [formatExhibitNumber(Number(row.number)), row]));
}

/** More records than this are looked through by nobody who waits for an answer. */
const MOST_CANDIDATES = 10_000;

/** The open records of a register, the newest of more than one looks through, with what they hold in this field. */
async function readCandidates(tx: Tx, companyId: string, register: Register, field: string) {
  const { rows } = await sql<{
    id: string;
    number: string;
    words: string;
    held: FieldValue | null;
    named: FieldValue | null;
  }>`SELECT r.id, r.number, n.title AS words, r.fields -> ${field} AS held, r.fields -> ${register.title} AS named
    FROM app.records r JOIN app.record_names n ON n.company_id = r.company_id AND n.record_id = r.id
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.matter_id IS NULL AND r.ended_at IS NULL
    ORDER BY r.number DESC LIMIT ${MOST_CANDIDATES}`.execute(tx);
  return rows.map(({ id, number, words, held, named }) => ({
    id,
    number: recordNumber(register, Number(number)),
    title: keptTitle(register, named === null ? {} : { [register.title]: named }, words),
    holds: typeof held === "string" ? held : null,
  }));
}
