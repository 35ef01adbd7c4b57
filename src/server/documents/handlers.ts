import type { Outbox } from "../mail/outbox.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { declareNotApplicable, takeBackNotApplicable } from "./decide-document.ts";
import { fileDocument } from "./file-document.ts";
import { listDocuments } from "./list-documents.ts";
import { acceptDocument, returnDocument, withdrawReview } from "./review-document.ts";
import { withdrawFiling } from "./withdraw-filing.ts";

interface Deps {
  readonly now: () => Date;
  readonly outbox: Outbox;
  readonly appUrl: string;
}

export function documentHandlers(deps: Deps): HandlersOf<"documents"> {
  const { now } = deps;
  return {
    list: ({ input, caller, tx }) => listDocuments(tx, caller, { now: now(), controlId: input.control }),
    file: fileDocument(deps),
    withdraw: withdrawFiling(deps),
    accept: acceptDocument(deps),
    return: returnDocument(deps),
    withdrawReview: withdrawReview(deps),
    declareNotApplicable: declareNotApplicable(deps),
    takeBackNotApplicable: takeBackNotApplicable(deps),
  };
}
