import { sql } from "kysely";
import { findDocument } from "#catalog/index.ts";
import { dayOf } from "#domain/calendar-day.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";
import { periodProblem } from "#domain/documents/document-state.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { getItem } from "../evidence/open-item.ts";
import { getDocument } from "./list-documents.ts";

interface Deps {
  readonly now: () => Date;
  /** Whether an exhibit of registers may be filed: only as `printedDocuments.submit` does it, which looks at what was sealed. */
  readonly takesRegisters?: true;
}

/** The expected document of a control. Refuses `document-not-expected`. */
export function getExpected(controlId: string, documentId: string) {
  const found = findDocument(documentId);
  return found?.control.id === controlId ? found.document : fail("document-not-expected");
}

/** Files an item as an expected document of a control, for a period. Refuses what the contract lists. */
export function fileDocument({ now, takesRegisters }: Deps): HandlersOf<"documents">["file"] {
  return async ({ input, caller, tx }) => {
    const { controlId, documentId, evidenceId, from, to } = input;
    const { title } = getExpected(controlId, documentId);
    const item = await getItem(tx, caller.companyId, evidenceId);
    if (item.matter_id !== null) return fail("item-privileged");
    if (item.superseded) return fail("item-replaced");
    // What registers say is a document only as it is printed, for the period that it was printed for.
    if (isOfRegisters(item.source) && !takesRegisters)
      return fail(findPrinted(documentId) ? "document-to-submit" : "document-not-printed");
    const at = now();
    const problem = periodProblem({ from, to }, { today: dayOf(at), collectedOn: dayOf(item.collected_at) });
    if (problem) return fail(problem);
    await sql`INSERT INTO app.document_filings (company_id, control_id, document_id, evidence_id, covers_from, covers_to, filed_by, filed_at)
      VALUES (${caller.companyId}, ${controlId}, ${documentId}, ${evidenceId}, ${from}, ${to}, ${caller.userId}, ${at})`
      .execute(tx)
      .catch((error: unknown) => {
        const constraint = violatedConstraint(error);
        if (constraint === "document_filings_under_control") return fail("item-not-under-control", error);
        if (constraint === "document_filings_once") return fail("already-filed-as", error);
        throw error;
      });
    return {
      answer: await getDocument(tx, caller, controlId, documentId, at),
      entry: {
        subject: controlId,
        details: { document: documentId, title, exhibit: formatExhibitNumber(item.number), from, to },
      },
    };
  };
}
