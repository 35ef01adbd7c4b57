import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { findDocument } from "#catalog/index.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { getDocument } from "./list-documents.ts";

/** A filing that stands, with the review that stands. */
interface Filing {
  readonly control_id: string;
  readonly document_id: string;
  readonly filed_by: string;
  readonly number: number;
  readonly reviewed_by: string | null;
}

/** A filing that was not withdrawn, of an item that is still under the control. Refuses `not-found`. */
export async function getFiling(tx: Tx, companyId: string, filingId: string): Promise<Filing> {
  const { rows } = await sql<Filing>`SELECT f.control_id, f.document_id, f.filed_by, e.number, r.reviewed_by
    FROM app.document_filings f JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
    JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
    LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id AND r.withdrawn_at IS NULL
    WHERE f.company_id = ${companyId} AND f.id = ${filingId} AND f.withdrawn_at IS NULL`.execute(tx);
  return rows[0] ?? fail("not-found");
}

/** What a change of a filing answers, its document as it stands now, and what the ledger says of it: what it is about, and `more`. */
export async function answerAbout(
  tx: Tx,
  caller: Caller,
  filing: Filing,
  at: Date,
  more: Record<string, unknown> = {},
) {
  const { control_id: subject, document_id, number } = filing;
  const title = findDocument(document_id)?.document.title ?? document_id;
  return {
    answer: await getDocument(tx, caller, subject, document_id, at),
    entry: { subject, details: { document: document_id, title, exhibit: formatExhibitNumber(number), ...more } },
  };
}

/** What somebody else did to the same filing at the same moment. */
export function refuseOverlap(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === "document_own_review") return fail("own-review", error);
  if (constraint === "document_reviews_once") return fail("document-reviewed", error);
  if (constraint === "document_filing_stands" || constraint === "document_withdrawn_once")
    return fail("not-found", error);
  throw error;
}
