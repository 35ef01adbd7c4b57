import { findDocument } from "#catalog/index.ts";
import { printedDocuments } from "#catalog/printed/index.ts";
import { findSealed } from "#catalog/registers/index.ts";
import { counted, selectRows, valuesOf } from "#domain/printed/select-rows.ts";
import { isWithin, periodOf } from "#domain/printed/period.ts";
import type { Period } from "#domain/printed/period.ts";
import type { PrintedDocument, PrintedTable } from "#domain/printed/layout.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import { COMPLETION_PAGES } from "#domain/training/sealed.ts";
import { aboutRows } from "./about-rows.ts";
import { saidOnce } from "./judging-order.ts";
import type { DocumentVerdict } from "./policy-documents.ts";
import { isUnknown, notConfirmed, pagesOf, passes } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/**
 * What registers say of the expected documents that are printed from them: whether somebody confirmed that they are complete, and
 * whether there is anything to print. That alone puts none on file: another person accepts what was printed. Of a document whose
 * registers nobody uses they say nothing.
 */
export function ofPrintedDocuments(inputs: RegisterInputs): readonly DocumentVerdict[] {
  return printedDocuments.flatMap((printed): DocumentVerdict[] => {
    const isUsed = printed.tables.some(({ list }) => {
      const register = inputs.register(list);
      const { acknowledged, confirmedUntil } = register;
      return aboutRows(register).size > 0 || (acknowledged?.rows.size ?? 0) > 0 || confirmedUntil !== null;
    });
    return isUsed
      ? [saidOnce({ document: printed.document, reads: readsOf(printed) }, () => printable(printed, inputs))]
      : [];
  });
}

/** The lists of which rows are looked through: of those that are printed whole it is known how many there are. */
const readsOf = ({ tables }: PrintedDocument): readonly string[] =>
  tables.flatMap(({ list, where, inPeriod }) =>
    (where || inPeriod !== undefined) && list !== COMPLETION_PAGES ? [list] : [],
  );

function printable(printed: PrintedDocument, { register, now }: RegisterInputs): RegisterVerdict {
  const { confirmed, needs = [], needsOneOf = [], tables, document } = printed;
  const ends: (Date | null)[] = [];
  for (const key of confirmed) {
    const missing = notConfirmed(register(key), findSealed(key)?.label ?? key, now);
    if (missing !== undefined) return isUnknown(missing);
    ends.push(register(key).confirmedUntil);
  }
  const period = periodOf(printed, findDocument(document)!.document.validForDays, now.toISOString());
  const found = tables.map((table) => ({ table, rows: countRows(table, register, period) }));
  const ofList = (list: string) => found.filter(({ table }) => table.list === list);
  const isEmpty = (list: string) => {
    const own = ofList(list);
    return own.length > 0 ? own.every(({ rows }) => rows === 0) : aboutRows(register(list)).size === 0;
  };
  const nothing = needs.find(isEmpty) ?? (needsOneOf.every(isEmpty) ? needsOneOf[0] : undefined);
  if (nothing !== undefined)
    return isUnknown(`There is nothing to print: no ${ofList(nothing)[0]?.table.rows[1] ?? "records"} in the period.`);
  // How many screenings there are tells of people in a company that hires one: no sentence counts them.
  const wordsOf = ({ table, rows }: (typeof found)[number]) =>
    table.list === SCREENING_PAGES ? "sealed without what they say" : counted(rows, table.rows);
  const population = found.map((own) => `${own.table.title}: ${wordsOf(own)}`).join("; ");
  return passes(`${population}.`, ends);
}

/** The same where rows are looked at: those of completions page by page, which are more than those of any register. */
function countIn(table: PrintedTable, register: RegisterInputs["register"], period: Period): number {
  const { list } = table;
  const pages = list === COMPLETION_PAGES ? pagesOf(register(list)) : [register(list).rows];
  let count = 0;
  for (const rows of pages)
    count += selectRows(table, (key) => (key === list ? rows : register(key).rows), period, findSealed(list)).length;
  return count;
}

/** How many rows a table prints. Acknowledgments are many: of these, how many there are of each policy and day is known, and no more. */
function countRows(table: PrintedTable, register: RegisterInputs["register"], period: Period): number {
  const { acknowledged } = register(table.list);
  const { list, states = ["open"], where, inPeriod } = table;
  if (!acknowledged && !where && inPeriod === undefined)
    return states.reduce((sum, state) => sum + aboutRows(register(list)).states[state], 0);
  if (!acknowledged) return countIn(table, register, period);
  const policies = valuesOf(table, (list) => register(list).rows);
  return [...acknowledged.rows]
    .filter(([policyId]) => policies?.has(policyId) ?? true)
    .flatMap(([, days]) => [...days])
    .reduce((sum, [day, rows]) => (table.inPeriod === undefined || isWithin(day, period) ? sum + rows : sum), 0);
}
