import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { findControl } from "#catalog/index.ts";
import { listedWrongRows } from "#contract/registers.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { csvHeader, csvLine } from "#domain/registers/csv.ts";
import type { FindLink, LinkText } from "#domain/registers/csv.ts";
import { planImport } from "#domain/registers/plan-import.ts";
import type { ImportPlan, KnownRecord } from "#domain/registers/plan-import.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { digestOfMany, newSalt } from "./ledger-lines.ts";
import { readCsv } from "./read-csv.ts";
import { readRecords, stateOf, titleOf } from "./record-rows.ts";
import { openRegister } from "./rights.ts";
import { insertMany, updateMany } from "./write-many.ts";
import type { ManyChange } from "./write-many.ts";

interface Deps {
  readonly now: () => Date;
}

const SAMPLE = 20;
const PAGE = 1_000;
const people = findRegister("people")!;

interface KnownPerson {
  readonly id: string;
  readonly number: number | null;
  readonly email: string;
}

/** CSV in, with a preview, and out. */
export function csvHandlers({ now }: Deps): Pick<HandlersOf<"registers">, "previewCsv" | "importCsv" | "csv"> {
  return {
    previewCsv: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const { columns, steps, problems } = await planOf(tx, caller.companyId, register, input.csv, now());
      const count = (kind: string) => steps.filter((step) => step.kind === kind).length;
      return {
        columns: columns.map(({ header, field }) => ({ header, field })),
        added: count("add"),
        changed: count("change"),
        unchanged: count("same"),
        wrong: new Set(problems.map(({ row }) => row)).size,
        problems: problems.slice(0, listedWrongRows).map((problem) => ({ ...problem })),
        sample: steps.slice(0, SAMPLE).map(({ row, number, fields }) => ({
          row,
          number: number === null ? null : recordNumber(register, number),
          fields: fields as Record<string, string>,
        })),
      };
    },

    importCsv: async ({ input, caller, tx }) => {
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
    },

    csv: async ({ input, caller, within }) => {
      const register = openRegister(input.register, caller);
      const { companyId } = caller;
      const linkText = await within((tx) => linkTexts(tx, companyId, register));
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
            const { number, fields, ended_reason: endedReason } = row;
            const state = register.states[stateOf(register, row)] ?? "";
            return csvLine(register, { number, fields, state, endedReason }, linkText);
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
  }>`SELECT r.id, r.number, r.fields,
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
  const findLink = await linkFinder(tx, companyId, register, register.key === people.key ? { rows, newId } : undefined);
  const plan = planImport(register, { rows, known, findLink, newId, now });
  if (typeof plan === "string") throw new AppError("record-csv", { message: plan });
  const byId = new Map(known.map((record) => [record.id, record.fields]));
  return { ...plan, steps: plan.steps.map((step) => ({ ...step, before: byId.get(step.id) ?? {} })) };
}

interface NewPeople {
  readonly rows: readonly (readonly string[])[];
  readonly newId: (row: number) => string;
}

/** Finds what cells mean: people by number, email or id, also those of the same file; other records by number or name; systems by name. */
async function linkFinder(tx: Tx, companyId: string, register: Register, file?: NewPeople): Promise<FindLink> {
  const all: KnownPerson[] = (await readPeople(tx, companyId)).map(({ id, number, fields }) => ({
    id,
    number: Number(number),
    email: String(fields["email"] ?? "").toLowerCase(),
  }));
  if (file) {
    const known = new Set(all.map(({ email }) => email));
    const at = (file.rows[0] ?? []).findIndex((name) => /^(email|work email)$/i.test(name.trim()));
    for (const [index, cells] of file.rows.slice(1).entries()) {
      const email = (at === -1 ? "" : (cells[at] ?? "")).trim().toLowerCase();
      if (email !== "" && !known.has(email)) all.push({ id: file.newId(index + 2), number: null, email });
    }
  }
  const byNumber = new Map(all.map((person) => [person.number, person.id]));
  const byEmail = Map.groupBy(all, ({ email }) => email);
  const ids = new Set(all.map(({ id }) => id));
  const { rows: systems } = await sql<{ id: string; name: string }>`SELECT s.id, s.name FROM app.systems s
    WHERE s.company_id = ${companyId} AND s.removed_at IS NULL`.execute(tx);
  const bySystemName = new Map(systems.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const { rows: exhibits } = await sql<{ number: number }>`SELECT e.number FROM app.evidence e
    WHERE e.company_id = ${companyId} AND e.matter_id IS NULL AND e.withdrawal_id IS NULL`.execute(tx);
  const numbers = new Set(exhibits.map(({ number }) => Number(number)));
  const target = (found: string | undefined, problem: string) =>
    found === undefined ? { problem } : { target: found };
  const records = new Map<string, FindRecord>();
  for (const key of targetsOf(register)) records.set(key, await recordFinder(tx, companyId, findRegister(key)!));
  return (type, text, to = "") => {
    const short = text.slice(0, 60);
    if (type === "record") return records.get(to)!(text);
    if (type === "person") {
      const match = new RegExp(`^${people.prefix}-(\\d{1,9})\\b`, "i").exec(text);
      if (match) return target(byNumber.get(Number(match[1])), `${short} is nobody in People.`);
      const found = byEmail.get(text.toLowerCase()) ?? [];
      if (found.length > 1) return { problem: `${found.length} people have the address ${short}.` };
      const id = ids.has(text) ? text : found[0]?.id;
      return target(id, `${short} is nobody in People. Give an email address or a number such as PER-4.`);
    }
    if (type === "system")
      return target(bySystemName.get(text.toLowerCase()), `${short} is not on the list of systems.`);
    if (type === "control") return target(findControl(/^\S+/.exec(text)?.[0] ?? "")?.id, `${short} is not a control.`);
    const exhibit = /^EX-(\d{1,12})\b/i.exec(text);
    const number = exhibit ? Number(exhibit[1]) : 0;
    return target(numbers.has(number) ? formatExhibitNumber(number) : undefined, `${short} is not an exhibit on file.`);
  };
}

type FindRecord = (text: string) => ReturnType<FindLink>;

/** The registers that fields of a register lead to, beside People. */
function targetsOf({ fields }: Register): readonly string[] {
  return [...new Set(Object.values(fields).flatMap(({ to }) => to ?? []))];
}

/** Finds a record by its number, or by its name where one that has not ended is called so. */
async function recordFinder(tx: Tx, companyId: string, register: Register): Promise<FindRecord> {
  const all = await readRecords(tx, sql`r.company_id = ${companyId} AND r.register = ${register.key}`);
  const byNumber = new Map(all.map(({ id, number }) => [Number(number), id]));
  const open = all.filter(({ ended_at: endedAt }) => endedAt === null);
  const byTitle = Map.groupBy(open, ({ fields }) => titleOf(register, fields).trim().toLowerCase());
  return (text) => {
    const short = text.slice(0, 60);
    const match = new RegExp(`^${register.prefix}-(\\d{1,9})\\b`, "i").exec(text);
    const named = match ? [] : (byTitle.get(text.trim().toLowerCase()) ?? []);
    if (named.length > 1)
      return { problem: `${named.length} records of ${register.label} are called ${short}. Give a number.` };
    const target = match ? byNumber.get(Number(match[1])) : named[0]?.id;
    return target === undefined
      ? { problem: `${short} is not in ${register.label}. Give a name or a number.` }
      : { target };
  };
}

function readPeople(tx: Tx, companyId: string) {
  return readRecords(tx, sql`r.company_id = ${companyId} AND r.register = 'people'`);
}

async function linkTexts(tx: Tx, companyId: string, register: Register): Promise<LinkText> {
  const names = new Map<string, string>();
  for (const target of [people, ...targetsOf(register).map((key) => findRegister(key)!)])
    for (const { id, number, fields } of await readRecords(
      tx,
      sql`r.company_id = ${companyId} AND r.register = ${target.key}`,
    ))
      names.set(id, `${recordNumber(target, Number(number))} ${titleOf(target, fields)}`);
  const { rows } = await sql<{ id: string; name: string }>`SELECT s.id, s.name FROM app.systems s
    WHERE s.company_id = ${companyId}`.execute(tx);
  const systems = new Map(rows.map(({ id, name }) => [id, name]));
  return (type, target) => {
    if (type === "person" || type === "record") return names.get(target);
    if (type === "system") return systems.get(target);
    return target;
  };
}
