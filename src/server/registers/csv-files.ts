import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { listedWrongRows } from "#contract/registers.ts";
import { csvHeader, csvLine, VERSION_COLUMN } from "#domain/registers/csv.ts";
import { derivedValues } from "#domain/registers/derived.ts";
import { marksOf } from "#domain/registers/next-of-record.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import { planImport } from "#domain/registers/plan-import.ts";
import type { ImportPlan, KnownRecord } from "#domain/registers/plan-import.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { linkFinder, linkTexts } from "./csv-links.ts";
import { digestOfMany, newSalt } from "./ledger-lines.ts";
import { readAround } from "./around-record.ts";
import { readBeside } from "./read-beside.ts";
import { readCsv } from "./read-csv.ts";
import { versionsOfMany } from "./hold-records.ts";
import { fieldsCounted } from "./record-row.ts";
import { readRecords, stateOf } from "./record-rows.ts";
import { openRegister } from "./rights.ts";
import { insertMany, inTime, updateMany } from "./write-many.ts";
import type { ManyChange } from "./write-many.ts";

interface Deps {
  readonly now: () => Date;
}

const SAMPLE = 20;
/** Of so many rows it is said what follows from them. */
const NOTED = 1_000;
const PAGE = 1_000;

/** CSV in, with a preview, and out. */
export function csvHandlers({ now }: Deps): Pick<HandlersOf<"registers">, "previewCsv" | "importCsv" | "csv"> {
  return {
    previewCsv: inTime(async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const { columns, steps, problems } = await planOf(tx, caller.companyId, register, input.csv, now());
      const count = (kind: string) => steps.filter((step) => step.kind === kind).length;
      const beside = await readBeside(tx, caller.companyId, register, now());
      const today = now().toISOString().slice(0, 10);
      const read = steps.slice(0, NOTED).map((step) => ({
        ...step,
        derived: derivedValues(register, step.fields, now(), beside, step.id),
      }));
      const notes = read.flatMap(({ row, kind: is, fields, derived }) => {
        if (is === "same") return [];
        const marks = marksOf(register, fields, derived, today);
        return Object.entries(register.derived ?? {}).flatMap(([name, { label }]) =>
          marks[name] === "missing" || marks[name] === "late" ? [{ row, column: label, message: derived[name]! }] : [],
        );
      });
      return {
        columns: columns.map(({ header, field }) => ({ header, field })),
        added: count("add"),
        changed: count("change"),
        unchanged: count("same"),
        wrong: new Set(problems.map(({ row }) => row)).size,
        problems: problems.slice(0, listedWrongRows).map((problem) => ({ ...problem })),
        notes: notes.slice(0, listedWrongRows),
        sample: read.slice(0, SAMPLE).map(({ row, number, fields, derived }) => ({
          row,
          number: number === null ? null : recordNumber(register, number),
          fields: { ...fields, ...derived } as Record<string, string>,
        })),
      };
    }),

    importCsv: inTime(async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const { steps, problems } = await planOf(tx, caller.companyId, register, input.csv, now(), true);
      if (problems.length > 0) {
        const [{ row, message }] = problems as [ImportPlan["problems"][number]];
        throw new AppError("record-rows-wrong", {
          message: `Nothing was imported. Row ${row}: ${message}`,
          data: { rows: problems.slice(0, listedWrongRows) },
        });
      }
      const all = (kind: string): ManyChange[] =>
        steps
          .filter((step) => step.kind === kind)
          .map(({ id, fields, before }) => ({ id, before, after: fields, salt: newSalt() }));
      const [added, changed] = [all("add"), all("change")];
      const batch = { ...caller, register, batchId: randomUUID(), at: now() };
      const answer = {
        batchId: batch.batchId,
        added: added.length,
        changed: changed.length,
        unchanged: steps.length - added.length - changed.length,
      };
      if (added.length + changed.length === 0) return { answer, entry: "unchanged" };
      await insertMany(tx, batch, added);
      await updateMany(tx, batch, changed);
      return {
        answer,
        entry: {
          subject: batch.batchId,
          details: {
            register: register.key,
            label: register.label,
            added: added.length,
            changed: changed.length,
            digest: digestOfMany(register, [...added, ...changed]),
          },
        },
      };
    }),

    csv: async ({ input, caller, within }) => {
      const register = openRegister(input.register, caller);
      const { companyId } = caller;
      const linkText = await within((tx) => linkTexts(tx, companyId, register));
      const beside = await within((tx) => readBeside(tx, companyId, register, now()));
      async function* bytes() {
        // So that a spreadsheet takes it for UTF-8.
        yield Buffer.from(`\uFEFF${csvHeader(register)}`, "utf8");
        for (let last = 0; ;) {
          const rows = await within((tx) =>
            readRecords(
              tx,
              sql`r.company_id = ${companyId} AND r.register = ${register.key} AND r.number > ${last} AND r.number <= ${last + PAGE}`,
            ),
          );
          const text = rows.map((row) => {
            const { id, number, version, fields, ended_reason: endedReason } = row;
            const state = register.states[stateOf(register, row)] ?? "";
            const derived = derivedValues(register, fieldsCounted(row), now(), beside, id);
            return csvLine(register, { number, version, fields, derived, state, endedReason }, linkText);
          });
          if (text.length > 0) yield Buffer.from(text.join(""), "utf8");
          last += PAGE;
          if (rows.length < PAGE) return;
        }
      }
      return {
        fileName: `${register.key}-${now().toISOString().slice(0, 10)}.csv`,
        mediaType: "text/csv; charset=utf-8",
        bytes: bytes(),
      };
    },
  };
}

type PlannedImport = Omit<ImportPlan, "steps"> & {
  readonly steps: readonly (ImportPlan["steps"][number] & { readonly before: RecordFields })[];
};

/** What a file comes to against what is there now. `hold`: nobody changes a record meanwhile. Refuses `record-csv`. */
async function planOf(
  tx: Tx,
  companyId: string,
  register: Register,
  csv: string,
  now: Date,
  hold = false,
): Promise<PlannedImport> {
  const rows = await readCsv(csv);
  const { rows: found } = await sql<{
    id: string;
    number: number;
    fields: RecordFields;
    ended: boolean;
    version: number;
  }>`SELECT r.id, r.number, r.fields, r.version,
      r.ended_at IS NOT NULL AS ended FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} ORDER BY r.id ${hold ? sql`FOR NO KEY UPDATE` : sql``}`.execute(
    tx,
  );
  const known: KnownRecord[] = found.map((row) => ({ ...row, number: Number(row.number) }));
  const ids = new Map<number, string>();
  const newId = (row: number) => {
    const id = ids.get(row) ?? randomUUID();
    ids.set(row, id);
    return id;
  };
  const findLink = await linkFinder(tx, companyId, register, register.key === "people" ? { rows, newId } : undefined);
  const cited = JSON.stringify([rows, known.map(({ fields }) => fields)]).match(/EX-\d+/gi) ?? [];
  const around = await readAround(tx, companyId, register, now, cited);
  const since = await changesOfFile(tx, companyId, rows, known);
  const linkText = await linkTexts(tx, companyId, register);
  const plan = planImport(register, { rows, known, findLink, newId, now, around, since, linkText });
  if (typeof plan === "string") throw new AppError("record-csv", { message: plan });
  const byId = new Map(known.map((record) => [record.id, record.fields]));
  return { ...plan, steps: plan.steps.map((step) => ({ ...step, before: byId.get(step.id) ?? {} })) };
}

/** What was changed since the earliest version that a file with versions may name; nothing is read for one without. */
async function changesOfFile(
  tx: Tx,
  companyId: string,
  rows: readonly (readonly string[])[],
  known: readonly KnownRecord[],
): Promise<(id: string, version: number) => readonly FieldChange[]> {
  const at = (rows[0] ?? []).findIndex((name) => name.trim().toLowerCase() === VERSION_COLUMN.toLowerCase());
  if (at === -1) return () => [];
  const earliest = rows.slice(1).reduce((least, row) => Math.min(least, Number(row[at]) || least), Infinity);
  const behind = known.flatMap(({ id, version }) => (earliest < version ? [[id, earliest] as const] : []));
  const versions = await versionsOfMany(tx, companyId, new Map(behind));
  return (id, version) =>
    (versions.get(id) ?? []).flatMap((change) => (change.version > version ? change.changes : []));
}
