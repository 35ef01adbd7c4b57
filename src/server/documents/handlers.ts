import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { declareNotApplicable, takeBackNotApplicable } from "./decide-document.ts";
import { fileDocument } from "./file-document.ts";
import { entryOf, getFiling, refuseOverlap } from "./filings.ts";
import { getDocument, listDocuments, mayWithdraw } from "./list-documents.ts";
import { acceptDocument, returnDocument, withdrawReview } from "./review-document.ts";

interface Deps {
  readonly now: () => Date;
}

export function documentHandlers(deps: Deps): HandlersOf<"documents"> {
  const { now } = deps;
  return {
    list: ({ input, caller, tx }) => listDocuments(tx, caller, { now: now(), controlId: input.control }),
    file: fileDocument(deps),
    withdraw: async ({ input: { filingId }, caller, tx }) => {
      const { companyId, userId } = caller;
      const filing = await getFiling(tx, companyId, filingId);
      if (!mayWithdraw(caller, filing.filed_by)) return fail("filing-of-another");
      await sql`UPDATE app.document_filings SET withdrawn_at = ${now()}, withdrawn_by = ${userId}
        WHERE company_id = ${companyId} AND id = ${filingId} AND withdrawn_at IS NULL`
        .execute(tx)
        .catch(refuseOverlap);
      return {
        answer: await getDocument(tx, caller, filing.control_id, filing.document_id, now()),
        entry: entryOf(filing),
      };
    },
    accept: acceptDocument(deps),
    return: returnDocument(deps),
    withdrawReview: withdrawReview(deps),
    declareNotApplicable: declareNotApplicable(deps),
    takeBackNotApplicable: takeBackNotApplicable(deps),
  };
}
