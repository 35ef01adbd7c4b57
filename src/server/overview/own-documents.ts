import { listDocuments } from "../documents/list-documents.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";

/** What waits of expected documents for the person who asks: filings that they may review, and their own that were returned. */
export async function ownDocuments(tx: Tx, caller: Caller, now: Date) {
  const documents = await listDocuments(tx, caller, { now });
  const toReview = documents.flatMap(({ filings }) => filings.filter(({ mayReview }) => mayReview)).length;
  const returned = documents.flatMap(({ id: documentId, controlId, title, state, filingId, filings }) => {
    const filing = filings.find(({ id }) => id === filingId);
    if (state !== "returned" || filing?.filedBy.userId !== caller.userId) return [];
    return [{ controlId, documentId, title, reason: filing.review?.reason ?? "" }];
  });
  return { toReview, returned };
}
