import type * as z from "zod";
import { asksOf } from "#catalog/index.ts";
import { sourceOfDocument } from "#catalog/document-sources.ts";
import type { Control, ExpectedEvidence, FrameworkKey } from "#catalog/types.ts";
import type { expectedDocument } from "#contract/documents.ts";
import { can } from "#domain/access.ts";
import { countsUntil } from "#domain/alone.ts";
import type { DocumentAnswer } from "#domain/documents/document-answer.ts";
import { documentStanding } from "#domain/documents/document-standing.ts";
import { lastDayOf } from "#domain/documents/document-state.ts";
import type { DocumentFiling } from "#domain/documents/document-state.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";
import { decisionThatHolds } from "#domain/scope.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { readDocumentAnswers } from "./document-answers.ts";
import { readFrameworks } from "./document-facts.ts";
import { itemOf, libraryDocuments, readDecisions, readFilings } from "./read-documents.ts";
import type { DocumentDecision, FilingRow } from "./read-documents.ts";

type PresentedDocument = z.input<typeof expectedDocument>;

/** Whose eyes a list is for. */
type Reader = Pick<Caller, "userId" | "companyId" | "role" | "token">;

/** The expected documents of one control, or of all, with how each stands at `now` and what the reader may do about it. */
export async function listDocuments(
  tx: Tx,
  caller: Reader,
  { now, controlId }: { readonly now: Date; readonly controlId?: string | undefined },
): Promise<PresentedDocument[]> {
  const filings = Map.groupBy(await readFilings(tx, caller.companyId, now, controlId), (row) => row.document_id);
  const decisions = await readDecisions(tx, caller.companyId);
  const view: View = {
    caller,
    now,
    reviews: await mayReviewOf(tx, caller),
    frameworks: await readFrameworks(tx),
    answers: await readDocumentAnswers(tx, caller.companyId, now),
  };
  return libraryDocuments(controlId).map(({ control, document }) =>
    presentDocument({ control, document }, filings.get(document.id) ?? [], decisions, view),
  );
}

/** One document of a control. */
export async function getDocument(tx: Tx, caller: Reader, controlId: string, documentId: string, now: Date) {
  return (await listDocuments(tx, caller, { now, controlId })).find(({ id }) => id === documentId)!;
}

/** Which filings the caller may review: those of others, and their own where nobody else could. */
async function mayReviewOf(tx: Tx, { userId, role, token }: Reader): Promise<(filedBy: string) => boolean> {
  if (token !== undefined || !can(role, "documents.review")) return () => false;
  const alone = (await callFunction(tx, "app.document_reviewers", [])) === 1;
  return (filedBy) => alone || filedBy !== userId;
}

interface View {
  readonly caller: Reader;
  readonly reviews: (filedBy: string) => boolean;
  readonly frameworks: readonly FrameworkKey[];
  readonly now: Date;
  readonly answers: ReadonlyMap<string, DocumentAnswer>;
}

function presentDocument(
  { control, document }: { readonly control: Control; readonly document: ExpectedEvidence },
  rows: readonly FilingRow[],
  decisions: readonly DocumentDecision[],
  { caller, reviews, frameworks, now, answers }: View,
): PresentedDocument {
  const { id, type, title, validForDays, onlyFor } = document;
  const decision = decisionThatHolds(
    decisions.filter(({ documentId }) => documentId === id),
    now,
  );
  const answer = answers.get(id) ?? null;
  const facts = { validForDays, filings: rows.map(factsOf), notApplicable: decision ?? null, answer };
  const found = documentStanding(facts, now);
  return {
    id,
    controlId: control.id,
    type,
    title,
    validForDays,
    onlyFor: onlyFor ? [...onlyFor] : null,
    asked: asksOf(document, frameworks),
    state: found.state,
    filingId: found.filing?.id ?? null,
    until: found.until,
    source: sourceOfDocument(id),
    by: found.by,
    reason: found.reason,
    answer: answer && {
      outcome: answer.outcome,
      reason: answer.reason,
      exhibit: formatExhibitNumber(answer.number),
      sealedAt: answer.observedAt.toISOString(),
    },
    filings: rows.map((row) => ({
      id: row.id,
      item: itemOf(row),
      printed: isPrinted(row),
      from: row.covers_from,
      to: row.covers_to,
      until: lastDayOf({ to: row.covers_to }, validForDays),
      filedBy: { userId: row.filed_by, name: row.filer },
      filedAt: row.filed_at.toISOString(),
      review: presentReview(row),
      mayReview: isOpen(row) && reviews(row.filed_by),
      mayWithdraw: mayWithdraw(caller, row.filed_by),
    })),
    notApplicable: decision
      ? {
          reason: decision.reason,
          until: decision.until!,
          decidedBy: decision.decidedBy,
          decidedAt: decision.decidedAt.toISOString(),
        }
      : null,
  };
}

/** Whether a filing waits for a review by this person: for its first, or for another person's than who filed it. */
const isOpen = ({ accepted, own, mine }: FilingRow): boolean => accepted === null || (accepted && own && !mine);

/** Whether a filing may be withdrawn by this person: who filed it, an owner or an admin. */
export const mayWithdraw = ({ userId, role }: Reader, filedBy: string): boolean =>
  role === "owner" || role === "admin" || (can(role, "evidence.file") && filedBy === userId);

const factsOf = (row: FilingRow): DocumentFiling & { readonly id: string } => ({
  id: row.id,
  from: row.covers_from,
  to: row.covers_to,
  ledgerIndex: row.ledger_index,
  review:
    row.accepted === null
      ? null
      : {
          accepted: row.accepted,
          reason: row.reason,
          ...(row.own && { own: true, ownUntil: countsUntil(row.another_since?.toISOString() ?? null) }),
        },
  ...(isPrinted(row) && { printed: true }),
});

/** Whether its item is what registers say. */
const isPrinted = ({ source }: Pick<FilingRow, "source">): boolean => isOfRegisters(source);

function presentReview(row: FilingRow): PresentedDocument["filings"][number]["review"] {
  if (row.accepted === null) return null;
  return {
    accepted: row.accepted,
    reason: row.reason,
    by: { userId: row.reviewed_by, name: row.reviewer },
    at: row.reviewed_at.toISOString(),
    own: row.own,
  };
}
