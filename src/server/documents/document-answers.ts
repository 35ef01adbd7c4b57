import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import type { DocumentAnswer } from "#domain/documents/document-answer.ts";
import { documentAnswers } from "#judge/document-states.ts";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** What registers and policies say of expected documents at `now`, by document. */
export async function readDocumentAnswers(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<ReadonlyMap<string, DocumentAnswer>> {
  const rows = await tx
    .selectFrom(functionOf("app.newest_results", [companyId, now, null, null, null]).as("r"))
    .selectAll()
    .where("aspect", "=", DOCUMENT_ASPECT)
    .execute();
  return documentAnswers(
    rows.map((row) => ({
      ...row,
      checkId: row.check_id,
      observedAt: new Date(row.observed_at),
      validUntil: new Date(row.valid_until),
      number: Number(row.number),
      evidenceId: row.evidence_id,
      outcome: row.outcome as DocumentAnswer["outcome"],
    })),
  );
}
