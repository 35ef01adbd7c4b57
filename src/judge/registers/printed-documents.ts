import { findDocument } from "#catalog/index.ts";
import { printedDocuments } from "#catalog/printed/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { periodOf } from "#domain/printed/period.ts";
import { counted, selectRows } from "#domain/printed/select-rows.ts";
import type { PrintedDocument } from "#domain/printed/layout.ts";
import type { DocumentVerdict } from "./policy-documents.ts";
import { isUnknown, notConfirmed, passes } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/**
 * What registers say of the expected documents that are printed from them: whether somebody confirmed that they are complete, and
 * whether there is anything to print. That alone puts none on file: another person accepts what was printed. Of a document whose
 * registers nobody uses they say nothing.
 */
export function ofPrintedDocuments(inputs: RegisterInputs): readonly DocumentVerdict[] {
  return printedDocuments.flatMap((printed): DocumentVerdict[] => {
    const isUsed = printed.tables.some(({ list }) => {
      const { rows, confirmedUntil } = inputs.register(list);
      return rows.length > 0 || confirmedUntil !== null;
    });
    return isUsed ? [{ document: printed.document, verdict: printable(printed, inputs) }] : [];
  });
}

function printable(printed: PrintedDocument, { register, now }: RegisterInputs): RegisterVerdict {
  const { confirmed, needs = [], tables, document } = printed;
  const ends: (Date | null)[] = [];
  for (const key of confirmed) {
    const missing = notConfirmed(register(key), findRegister(key)?.label ?? key, now);
    if (missing !== undefined) return isUnknown(missing);
    ends.push(register(key).confirmedUntil);
  }
  const period = periodOf(printed, findDocument(document)!.document.validForDays, now.toISOString());
  const found = tables.map((table) => ({ table, rows: selectRows(table, register(table.list).rows, period) }));
  for (const list of needs) {
    const own = found.filter(({ table }) => table.list === list);
    const isEmpty = own.length > 0 ? own.every(({ rows }) => rows.length === 0) : register(list).rows.length === 0;
    if (isEmpty) return isUnknown(`There is nothing to print: no ${own[0]?.table.rows[1] ?? "records"} in the period.`);
  }
  const population = found.map(({ table, rows }) => `${table.title}: ${counted(rows.length, table.rows)}`).join("; ");
  return passes(`${population}.`, ends);
}
