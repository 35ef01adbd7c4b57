import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { answerAbout, getFiling, refuseOverlap } from "./filings.ts";
import { mayWithdraw } from "./list-documents.ts";

interface Deps {
  readonly now: () => Date;
}

/** Withdraws a filing: one's own, or for owners and admins anyone's. Refuses `not-found` and `filing-of-another`. */
export function withdrawFiling({ now }: Deps): HandlersOf<"documents">["withdraw"] {
  return async ({ input: { filingId }, caller, tx }) => {
    const { companyId, userId } = caller;
    const filing = await getFiling(tx, companyId, filingId);
    if (!mayWithdraw(caller, filing.filed_by)) return fail("filing-of-another");
    await sql`UPDATE app.document_filings SET withdrawn_at = ${now()}, withdrawn_by = ${userId}
      WHERE company_id = ${companyId} AND id = ${filingId} AND withdrawn_at IS NULL`
      .execute(tx)
      .catch(refuseOverlap);
    return await answerAbout(tx, caller, filing, now());
  };
}
