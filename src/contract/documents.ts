import * as z from "zod";
import { documentSources } from "#domain/documents/document-source.ts";
import { change, query } from "./endpoint.ts";
import { controlId, day, evidenceType, exhibitNumber, frameworkKey, id, instant } from "./fields.ts";

/** An expected document of the library, `auth.authentication-standard`. */
export const documentId = z
  .string()
  .max(80)
  .regex(/^[a-z]+\.[a-z]+(-[a-z]+)*$/, "This is not a document of the library.");

const person = z.strictObject({ userId: id, name: z.string() });

const filing = z.strictObject({
  id,
  item: z.strictObject({ id, exhibit: exhibitNumber, name: z.string() }),
  /** Whether the item is what registers say: the document is printed from it. */
  printed: z.boolean(),
  /** First and last day in UTC of the period that it covers. */
  from: day,
  to: day,
  /** The last day in UTC on which it counts, once it is accepted. */
  until: day,
  filedBy: person,
  filedAt: instant,
  /** The review that stands; null while it waits for one. */
  review: z
    .strictObject({
      accepted: z.boolean(),
      /** Why it was returned; empty where it was accepted. */
      reason: z.string(),
      by: person,
      at: instant,
      /** Whether who filed it reviewed it, because nobody else could. */
      own: z.boolean(),
    })
    .nullable(),
  /** Whether the caller may review it now, also instead of who filed and accepted it, and withdraw it. */
  mayReview: z.boolean(),
  mayWithdraw: z.boolean(),
});

export const expectedDocument = z.strictObject({
  id: documentId,
  controlId,
  type: evidenceType,
  title: z.string(),
  /** Days after the end of its period for which it counts. */
  validForDays: z.number().int(),
  /** The frameworks it concerns; null where it concerns all. */
  onlyFor: z.array(frameworkKey).nullable(),
  /** Whether the control waits for it: one that is only for other frameworks than the company's is not asked for. */
  asked: z.boolean(),
  /** `on file`: filed, accepted by a reviewer, and its time is not over. */
  state: z.enum(["missing", "waiting", "returned", "on file", "expired", "not applicable"]),
  /** The filing that the state is about, and its last day in UTC. */
  filingId: id.nullable(),
  until: day.nullable(),
  /** Where the library has it from. */
  source: z.enum(documentSources),
  /** What put it on file; null in any other state. */
  by: z.enum(["policy", "record", "printed", "filed"]).nullable(),
  /**
   * Why it is not on file, by which approvals of a policy it is, or that only who filed it reviewed it, and until when that counts; empty
   * where nothing is said of that.
   */
  reason: z.string(),
  /** What policies or registers say of it, and the exhibit that was sealed then; null where they say nothing. */
  answer: z
    .strictObject({
      outcome: z.enum(["pass", "fail", "unknown"]),
      reason: z.string(),
      exhibit: exhibitNumber,
      sealedAt: instant,
    })
    .nullable(),
  /** Those that stand, newest first; the ten newest, and the accepted one that lasts longest. */
  filings: z.array(filing),
  /** The decision by which it does not apply; null in any other state. */
  notApplicable: z
    .strictObject({ reason: z.string(), until: day, decidedBy: z.string(), decidedAt: instant })
    .nullable(),
});

const ofCompany = z.strictObject({ companyId: id });
const ofControl = ofCompany.extend({ controlId, documentId });
const ofFiling = ofCompany.extend({ filingId: id });

const why = z
  .string()
  .trim()
  .min(1, "Please give a reason")
  .max(1000, "Please use at most 1000 characters")
  .regex(/^[^\0]*$/, "Please remove control characters");

const ofDocument = "/companies/{companyId}/controls/{controlId}/documents/{documentId}";
const pathOfFiling = "/companies/{companyId}/document-filings/{filingId}";

/** What a person files for a control, and what another person says of it. */
export const documents = {
  list: query({
    access: "controls.read",
    path: "/companies/{companyId}/documents",
    summary:
      "The expected documents of all controls, or of one: what is filed as each, for what period, and who reviewed it",
    input: ofCompany.extend({ control: controlId.optional() }),
    output: z.array(expectedDocument),
  }),
  file: change({
    access: "evidence.file",
    path: `${ofDocument}/filings`,
    summary: "File an item as a document that its control expects, for a period that is over or ends today",
    records: "document.filed",
    input: ofControl.extend({ evidenceId: id, from: day, to: day }),
    output: expectedDocument,
    fails: [
      "not-found",
      "document-not-expected",
      "item-not-under-control",
      "item-replaced",
      "item-privileged",
      "already-filed-as",
      "period-ahead",
      "period-order",
      "period-after-item",
      "document-not-printed",
      "document-to-submit",
    ],
  }),
  withdraw: change({
    method: "DELETE",
    access: "evidence.file",
    path: pathOfFiling,
    summary: "Withdraw a filing: the item stays on file and counts as this document no more",
    records: "document.withdrawn",
    input: ofFiling,
    output: expectedDocument,
    fails: ["not-found", "filing-of-another"],
  }),
  accept: change({
    access: "documents.review",
    path: `${pathOfFiling}/acceptance`,
    summary: "Accept a document that another person filed; in a company where nobody else may review, one's own",
    records: "document.accepted",
    input: ofFiling,
    output: expectedDocument,
    fails: ["not-found", "own-review", "document-reviewed"],
  }),
  return: change({
    access: "documents.review",
    path: `${pathOfFiling}/return`,
    summary: "Return a document that another person filed, with the reason",
    records: "document.returned",
    input: ofFiling.extend({ reason: why }),
    output: expectedDocument,
    fails: ["not-found", "own-review", "document-reviewed"],
  }),
  withdrawReview: change({
    method: "DELETE",
    access: "documents.review",
    path: `${pathOfFiling}/review`,
    summary: "Withdraw one's own review: the document waits for a review again",
    records: "document.reviewWithdrawn",
    input: ofFiling,
    output: expectedDocument,
    fails: ["not-found", "review-of-another"],
  }),
  declareNotApplicable: change({
    access: "controls.setApplicability",
    path: `${ofDocument}/not-applicable`,
    summary: "Declare that a document does not apply to the company, with a reason, until a day within a year",
    records: "document.notApplicable",
    input: ofControl.extend({ reason: why, until: day.optional() }),
    output: expectedDocument,
    fails: ["document-not-expected", "scope-until"],
  }),
  takeBackNotApplicable: change({
    method: "DELETE",
    access: "controls.setApplicability",
    path: `${ofDocument}/not-applicable`,
    summary: "Withdraw the declaration that a document does not apply",
    records: "document.applicable",
    input: ofControl,
    output: expectedDocument,
    fails: ["document-not-expected"],
  }),
};
