import { sql } from "kysely";
import { fail } from "../app-error.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { documentReturned } from "../mail/templates/document-returned.ts";
import { answerAbout, getFiling, refuseOverlap } from "./filings.ts";

interface Deps {
  readonly now: () => Date;
  readonly outbox: Outbox;
  readonly appUrl: string;
}

/** Accepts a filing, also one that only who filed it accepted. Refuses `not-found`, `own-review` where another person could, and `document-reviewed`. */
export function acceptDocument({ now }: Pick<Deps, "now">): HandlersOf<"documents">["accept"] {
  return ({ input: { filingId }, caller, tx }) =>
    review(tx, caller, { filingId, accepted: true, reason: "", at: now() });
}

/** Returns a filing with a reason, and mails it to the person who filed it. Refuses as accepting does. */
export function returnDocument(deps: Deps): HandlersOf<"documents">["return"] {
  return async ({ input: { filingId, reason }, caller, tx }) => {
    const at = deps.now();
    const done = await review(tx, caller, { filingId, accepted: false, reason, at });
    await tellFiler(deps, tx, { filingId, reason, at }, done);
    return done;
  };
}

/** One mail, in the transaction of the review; none where its reader turned such mails off, or returned it themselves. */
async function tellFiler(
  { outbox, appUrl }: Deps,
  tx: Tx,
  { filingId, reason, at }: Pick<Review, "filingId" | "reason" | "at">,
  { answer, entry }: Awaited<ReturnType<typeof review>>,
): Promise<void> {
  const [filer] = await callFunction(tx, "app.filer_to_tell", [filingId, at]);
  if (!filer) return;
  const { email, first_name: firstName, last_name: lastName, company } = filer;
  const { id: documentId, controlId, title } = answer;
  const { exhibit } = entry.details;
  const user = { email, firstName, lastName };
  await outbox.enqueue(
    tx,
    documentReturned({ user, company, document: title, documentId, controlId, exhibit, reason, appUrl }),
  );
}

interface Review {
  readonly filingId: string;
  readonly accepted: boolean;
  /** Empty for what is accepted. */
  readonly reason: string;
  readonly at: Date;
}

/**
 * Writes a review down. The database says whether it is of one's own filing, and refuses that where another could review. Another
 * person's review replaces the one of who filed it, and no other.
 */
async function review(tx: Tx, caller: Caller, { filingId, accepted, reason, at }: Review) {
  const { companyId, userId } = caller;
  const filing = await getFiling(tx, companyId, filingId);
  const { rows } = await sql<{ own: boolean }>`
    INSERT INTO app.document_reviews (company_id, filing_id, accepted, reason, reviewed_by, reviewed_at)
    VALUES (${companyId}, ${filingId}, ${accepted}, ${reason}, ${userId}, ${at}) RETURNING own`
    .execute(tx)
    .catch(refuseOverlap);
  const { own } = rows[0]!;
  const replaces = filing.reviewed_by !== null;
  return await answerAbout(tx, caller, filing, at, {
    ...(!accepted && { reason }),
    ...(own && { own }),
    ...(replaces && { replaces: "own" }),
  });
}

/** Withdraws one's own review, so that the document waits again. Refuses `not-found` and `review-of-another`. */
export function withdrawReview({ now }: Pick<Deps, "now">): HandlersOf<"documents">["withdrawReview"] {
  return async ({ input: { filingId }, caller, tx }) => {
    const { companyId, userId } = caller;
    const filing = await getFiling(tx, companyId, filingId);
    if (filing.reviewed_by === null) return fail("not-found");
    if (filing.reviewed_by !== userId) return fail("review-of-another");
    await sql`UPDATE app.document_reviews SET withdrawn_at = ${now()}, withdrawn_by = ${userId}
      WHERE company_id = ${companyId} AND filing_id = ${filingId} AND withdrawn_at IS NULL`
      .execute(tx)
      .catch(refuseOverlap);
    return await answerAbout(tx, caller, filing, now());
  };
}
