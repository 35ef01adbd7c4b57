import { latestUntil, mayHoldUntil } from "#domain/scope.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { getExpected } from "./file-document.ts";
import { getDocument } from "./list-documents.ts";

interface Deps {
  readonly now: () => Date;
}

/** Declares that a document does not apply, for a year at most. Refuses `document-not-expected` and `scope-until`. */
export function declareNotApplicable({ now }: Deps): HandlersOf<"documents">["declareNotApplicable"] {
  return async ({ input: { controlId, documentId, reason, until }, caller, tx }) => {
    const { title } = getExpected(controlId, documentId);
    const at = now();
    const last = until ?? latestUntil(at);
    if (!mayHoldUntil(last, at)) return fail("scope-until");
    await tx
      .insertInto("app.scope_decisions")
      .values({
        company_id: caller.companyId,
        document_id: documentId,
        declared: true,
        reason,
        until: last,
        decided_by: caller.userId,
        decided_at: at,
      })
      .execute();
    return {
      answer: await getDocument(tx, caller, controlId, documentId, at),
      entry: { subject: controlId, details: { document: documentId, title, reason, until: last } },
    };
  };
}

/** Withdraws the declaration that a document does not apply. Refuses `document-not-expected`. */
export function takeBackNotApplicable({ now }: Deps): HandlersOf<"documents">["takeBackNotApplicable"] {
  return async ({ input: { controlId, documentId }, caller, tx }) => {
    const { title } = getExpected(controlId, documentId);
    const at = now();
    const before = await getDocument(tx, caller, controlId, documentId, at);
    if (!before.notApplicable) return { answer: before, entry: "unchanged" };
    await tx
      .insertInto("app.scope_decisions")
      .values({
        company_id: caller.companyId,
        document_id: documentId,
        declared: false,
        decided_by: caller.userId,
        decided_at: at,
      })
      .execute();
    return {
      answer: await getDocument(tx, caller, controlId, documentId, at),
      entry: { subject: controlId, details: { document: documentId, title } },
    };
  };
}
