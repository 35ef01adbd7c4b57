import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { findDocument } from "#catalog/index.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { findSealed } from "#catalog/registers/index.ts";
import type { PrintedDocument } from "#domain/printed/layout.ts";
import { periodOf } from "#domain/printed/period.ts";
import { APPLICABILITY } from "#domain/registers/snapshot.ts";
import { registerOfList } from "#domain/registers/screenings.ts";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { fileDocument } from "../documents/file-document.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { mayIn } from "../registers/rights.ts";
import { findRun, listsOf } from "./read-snapshot.ts";
import type { SealedRun } from "./read-snapshot.ts";

/** Files what the registers say now as a document that is printed from them. Refuses what the contract lists. */
export function submitPrinted(deps: { readonly now: () => Date }): HandlersOf<"printedDocuments">["submit"] {
  const file = fileDocument({ ...deps, takesRegisters: true });
  return async ({ input: { companyId, documentId }, caller, tx }) => {
    const { printed, declared } = openPrinted(documentId, caller);
    const controlId = findDocument(documentId)!.control.id;
    const run = await findRun(tx, companyId);
    await refuseUnsealed(tx, companyId, printed, run);
    await refuseUnready(tx, companyId, documentId, run.evidence_id);
    const { from, to } = periodOf(printed, declared.validForDays, run.taken_at.toISOString());
    const input = { companyId, controlId, documentId, evidenceId: run.evidence_id, from, to };
    return await file({ input, caller, tx });
  };
}

/** A document that is printed, as far as the caller may read what it is printed from. Refuses `not-found`. */
export function openPrinted(documentId: string, { role }: Pick<Caller, "role">) {
  const printed = findPrinted(documentId) ?? fail("not-found");
  const { document } = findDocument(documentId)!;
  const registers = printed.tables.flatMap(({ list }) => findSealed(list) ?? []);
  if (registers.some((register) => !mayIn(register, "read", role))) return fail("not-found");
  return { printed, declared: { title: document.title, validForDays: document.validForDays } };
}

type Newer = (company: string, index: number, takenAt: Date) => RawBuilder<boolean>;
const ofPolicies: Newer = (company, index) => sql`EXISTS (SELECT FROM app.policy_versions v
    WHERE v.company_id = ${company} AND v.state IN ('in force', 'replaced') AND v.ledger_index > ${index})`;
const ofReviews: Newer = (company, index) => sql`EXISTS (SELECT FROM app.reviews r
    WHERE r.company_id = ${company} AND r.cancelled_because IS NULL AND r.closed_index > ${index})`;

/** Of lists that are kept beside the registers whether something came since an exhibit sealed them. */
const newerIn: Readonly<Record<string, Newer>> = {
  policies: ofPolicies,
  "policy-versions": ofPolicies,
  "policy-acknowledgments": (company, index) => sql`EXISTS (SELECT FROM app.acknowledgments a
    WHERE a.company_id = ${company} AND a.ledger_index > ${index})`,
  "training-completions": (company, index) => sql`EXISTS (SELECT FROM app.completions c
    WHERE c.company_id = ${company} AND c.ledger_index > ${index})`,
  "review-populations": ofReviews,
  "review-rows": ofReviews,
  [APPLICABILITY]: (company, _, takenAt) => sql`EXISTS (SELECT FROM app.control_changes c
    WHERE c.company_id = ${company} AND c.at > ${takenAt} AND c.was IS NOT NULL
      AND ((c.status = 'passing') IS DISTINCT FROM (c.was = 'passing')
        OR (c.status = 'not applicable') IS DISTINCT FROM (c.was = 'not applicable')))`,
};

/** Refuses `document-not-sealed` while something that the document is printed from was changed after the exhibit. */
async function refuseUnsealed(
  tx: Tx,
  companyId: string,
  printed: PrintedDocument,
  { ledger_index: index, taken_at: takenAt }: SealedRun,
): Promise<void> {
  const sealedIndex = Number(index);
  const lists = listsOf(printed).map(registerOfList);
  for (const list of lists) {
    const isNewer = newerIn[list]?.(companyId, sealedIndex, takenAt);
    if (!isNewer) continue;
    const { rows } = await sql<{ newer: boolean }>`SELECT ${isNewer} AS newer`.execute(tx);
    if (rows[0]?.newer) fail("document-not-sealed");
  }
  const { rows } = await sql<{ newer: boolean }>`SELECT EXISTS (SELECT FROM app.records r
      WHERE r.company_id = ${companyId} AND r.register = ANY (${lists}) AND r.ledger_index > ${sealedIndex})
    OR EXISTS (SELECT FROM app.confirmations c
      WHERE c.company_id = ${companyId} AND c.register = ANY (${lists}) AND c.ledger_index > ${sealedIndex}) AS newer`.execute(
    tx,
  );
  if (rows[0]?.newer) fail("document-not-sealed");
}

/** Refuses `document-not-ready` with what the registers said of the document when they were sealed. */
async function refuseUnready(tx: Tx, companyId: string, documentId: string, evidenceId: string): Promise<void> {
  const { rows } = await sql<{ outcome: string; reason: string }>`SELECT r.outcome, r.reason FROM app.check_results r
    WHERE r.company_id = ${companyId} AND r.evidence_id = ${evidenceId} AND r.check_id = ${documentId}
      AND r.aspect = ${DOCUMENT_ASPECT} LIMIT 1`.execute(tx);
  const [said] = rows;
  if (!said) fail("document-not-ready");
  else if (said.outcome !== "pass") throw new AppError("document-not-ready", { message: said.reason });
}
