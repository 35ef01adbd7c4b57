import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { entryOf, getFiling, refuseOverlap } from "./filings.ts";
import { getDocument } from "./list-documents.ts";

interface Deps {
  readonly now: () => Date;
}

/** Accepts a filing. Refuses `not-found`, `own-review` where another person could, and `document-reviewed`. */
export function acceptDocument({ now }: Deps): HandlersOf<"documents">["accept"] {
  return async ({ input: { filingId }, caller, tx }) => {
    const filing = await getFiling(tx, caller.companyId, filingId);
    const own = await writeReview(tx, caller, { filingId, accepted: true, reason: "", at: now() });
    return {
      answer: await getDocument(tx, caller, filing.control_id, filing.document_id, now()),
      entry: entryOf(filing, own ? { own } : {}),
    };
  };
}

/** Returns a filing with a reason. Refuses as accepting does. */
export function returnDocument({ now }: Deps): HandlersOf<"documents">["return"] {
  return async ({ input: { filingId, reason }, caller, tx }) => {
    const filing = await getFiling(tx, caller.companyId, filingId);
    const own = await writeReview(tx, caller, { filingId, accepted: false, reason, at: now() });
    return {
      answer: await getDocument(tx, caller, filing.control_id, filing.document_id, now()),
      entry: entryOf(filing, { reason, ...(own && { own }) }),
    };
  };
}

interface Review {
  readonly filingId: string;
  readonly accepted: boolean;
  readonly reason: string;
  readonly at: Date;
}

/** Writes a review down, and answers whether it is of one's own filing. The database refuses that where another could review. */
async function writeReview(tx: Tx, { companyId, userId }: Caller, { filingId, accepted, reason, at }: Review) {
  const { rows } = await sql<{ own: boolean }>`
    INSERT INTO app.document_reviews (company_id, filing_id, accepted, reason, reviewed_by, reviewed_at)
    VALUES (${companyId}, ${filingId}, ${accepted}, ${reason}, ${userId}, ${at}) RETURNING own`
    .execute(tx)
    .catch(refuseOverlap);
  return rows[0]!.own;
}

/** Withdraws one's own review, so that the document waits again. Refuses `not-found` and `review-of-another`. */
export function withdrawReview({ now }: Deps): HandlersOf<"documents">["withdrawReview"] {
  return async ({ input: { filingId }, caller, tx }) => {
    const { companyId, userId } = caller;
    const filing = await getFiling(tx, companyId, filingId);
    if (filing.reviewed_by === null) return fail("not-found");
    if (filing.reviewed_by !== userId) return fail("review-of-another");
    await sql`UPDATE app.document_reviews SET withdrawn_at = ${now()}, withdrawn_by = ${userId}
      WHERE company_id = ${companyId} AND filing_id = ${filingId} AND withdrawn_at IS NULL`
      .execute(tx)
      .catch(refuseOverlap);
    return {
      answer: await getDocument(tx, caller, filing.control_id, filing.document_id, now()),
      entry: entryOf(filing),
    };
  };
}
