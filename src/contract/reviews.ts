import * as z from "zod";
import { reviewDecisions } from "#domain/reviews/review.ts";
import { change, download, query } from "./endpoint.ts";
import { day, exhibitNumber, id, longText, shortText } from "./fields.ts";
import { reviewEnds } from "./review-ends.ts";
import { account, accountFilters, candidate, details, person, summary } from "./review-shapes.ts";

/** So many accounts can be decided at once. */
export const maxDecisions = 500;

/** The control whose evidence a list of accounts is. */
export const reviewControl = "XC-10";
/** The largest list, in characters, and how many of its rows and problems a preview shows. */
const maxListCharacters = 900_000;
export const listedAccounts = 300;

const ofCompany = z.strictObject({ companyId: id });
const ofReview = ofCompany.extend({ reviewId: id });
const path = "/companies/{companyId}/reviews";
const pathOfSystem = "/companies/{companyId}/review-systems/{systemId}" as const;
const pathOfReview = `${path}/{reviewId}` as const;
const pathOfPopulation = `${pathOfReview}/populations/{populationId}` as const;

const list = ofCompany.extend({
  systemId: id,
  /** One column with accounts or email addresses; the template has the others. */
  csv: z.string().min(1, "Choose a CSV file").max(maxListCharacters, "This file is too large. Split it."),
});

/** Access reviews: accounts as they were read, and what people decide on each. */
export const reviews = {
  list: query({
    access: "reviews.read",
    path,
    summary: "Access reviews, newest first, with how many accounts are decided",
    input: ofCompany,
    output: z.array(summary),
  }),
  get: query({
    access: "reviews.read",
    path: pathOfReview,
    summary: "An access review with its systems, who decides, what was decided too fast, and what became of removals",
    input: ofReview,
    output: details,
    fails: ["not-found"],
  }),
  accounts: query({
    access: "reviews.read",
    path: `${pathOfPopulation}/accounts`,
    summary: "Accounts of a system in a review: administrators, unused and unmatched ones first, a page at a time",
    input: ofReview.extend({
      populationId: id,
      /** The number of the last account of the page before. */
      after: z.coerce.number().int().min(0).default(0),
      /** Exactly those with these numbers, with commas between; 200 of them at most. */
      only: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, "Give numbers with commas between them.")
        .optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    output: z.strictObject({ accounts: z.array(account), next: z.number().int().nullable() }),
    fails: ["not-found"],
  }),
  find: query({
    access: "reviews.read",
    path: `${pathOfPopulation}/numbers`,
    summary: "Numbers of the accounts of a system in a review that a filter and a search find, in their order",
    input: ofReview.extend({
      populationId: id,
      show: z.enum(accountFilters).default("all"),
      /** Part of an account's name, its id or the name of its person. */
      search: z.string().trim().max(200).default(""),
    }),
    output: z.strictObject({ numbers: z.array(z.number().int()) }),
    fails: ["not-found"],
  }),
  systems: query({
    access: "reviews.manage",
    path: "/companies/{companyId}/review-systems",
    summary: "Systems that can be reviewed, whether their accounts were read, and members who may decide",
    input: ofCompany,
    output: z.strictObject({
      systems: z.array(candidate),
      reviewers: z.array(
        person.extend({
          /** Exactly one active person in People has their email address: only then can they decide. */
          known: z.boolean(),
        }),
      ),
    }),
  }),
  added: query({
    access: "reviews.read",
    path: `${pathOfPopulation}/added`,
    summary: "Accounts that were added to a system since a review read it; the next review has them",
    input: ofReview.extend({ populationId: id }),
    output: z.strictObject({ total: z.number().int(), labels: z.array(z.string()) }),
    fails: ["not-found"],
  }),
  csv: download({
    access: "reviews.read",
    path: `${pathOfReview}/csv`,
    summary: "Every account of an access review with what was decided, by whom and when, as CSV",
    input: ofReview,
    output: z.instanceof(Uint8Array),
    fails: ["not-found"],
  }),
  previewList: query({
    method: "POST",
    access: "reviews.manage",
    path: `${pathOfSystem}/list-preview`,
    summary:
      "What a list of the accounts of a system without a connection says, and every row that is wrong; changes nothing",
    perMinute: 60,
    input: list,
    output: z.strictObject({
      accounts: z.number().int(),
      /** Of these, disabled ones: nobody decides on them. */
      disabled: z.number().int(),
      administrators: z.number().int(),
      service: z.number().int(),
      /** Rows with anything wrong, all of them. */
      wrong: z.number().int(),
      problems: z.array(z.strictObject({ row: z.number().int(), message: z.string() })),
      /** The first accounts. */
      sample: z.array(z.string()),
      /** Accounts of the last list that are not in this one, and the first of them. */
      gone: z.number().int(),
      goneSample: z.array(z.string()),
      /** By which column the last list named its accounts, where this one names them otherwise; then it verifies no removal. */
      otherColumn: z.string().nullable(),
      /** Headers of columns that are left out. */
      leftOut: z.array(z.string()),
    }),
    fails: ["not-found", "record-csv"],
  }),
  addList: change({
    access: "reviews.manage",
    path: `${pathOfSystem}/lists`,
    summary:
      "Confirm that a list that is on file has every account of a system without a connection: all of it or nothing",
    records: "review.listed",
    input: list.extend({
      /** The number of the evidence that these very bytes are filed as, and how the text is written there. */
      exhibit: exhibitNumber,
      encoding: z.enum(["utf-8", "windows-1252"]).default("utf-8"),
      /** How many accounts the system shows, as you confirm. */
      count: z.coerce.number().int().min(1),
      /** How many accounts of the last list are gone, as you confirm. */
      gone: z.coerce.number().int().min(0).default(0),
      exportedFrom: shortText("Say where you exported it", 200),
      exportedOn: day,
    }),
    output: z.strictObject({ accounts: z.number().int() }),
    fails: [
      "not-found",
      "record-csv",
      "record-rows-wrong",
      "review-list-file",
      "review-list-count",
      "review-list-gone",
      "review-list-connected",
      "review-list-day",
    ],
  }),
  open: change({
    access: "reviews.manage",
    path,
    summary: "Start an access review: accounts are frozen as the newest complete snapshot of each system has them",
    records: "review.opened",
    input: ofCompany.extend({
      name: shortText("Name the review", 200),
      dueOn: day,
      systems: z
        .array(
          z.strictObject({
            systemId: id,
            /** Without one the owner of the system decides, or who decided on it last, or who starts the review. */
            reviewerId: id.nullable().default(null),
            /** Who decides on the reviewer's own account; without it, another manager. */
            otherId: id.nullable().default(null),
          }),
        )
        .min(1, "Choose a system")
        .max(100, "Please choose at most 100 systems"),
    }),
    output: details,
    fails: ["review-systems", "review-reviewer"],
  }),
  freeze: change({
    access: "reviews.manage",
    path: `${pathOfPopulation}/reading`,
    summary: "Take in the accounts of a system that was not read when the review started",
    records: "review.frozen",
    input: ofReview.extend({ populationId: id }),
    output: details,
    fails: ["not-found", "review-closed", "review-not-read"],
  }),
  decide: change({
    access: "reviews.decide",
    path: `${pathOfReview}/decisions`,
    summary: "Decide on accounts, or take decisions back with `none`; nobody decides on their own while another could",
    records: "review.decided",
    input: ofReview.extend({
      decisions: z
        .array(
          z.strictObject({
            rowId: id,
            decision: z.enum([...reviewDecisions, "none"]),
            reason: longText(1_000).default(""),
          }),
        )
        .min(1, "Choose an account")
        .max(maxDecisions, `Please choose at most ${maxDecisions} accounts`),
    }),
    output: details,
    fails: [
      "not-found",
      "review-closed",
      "review-own-account",
      "review-unknown-account",
      "review-not-yours",
      "review-person",
      "review-reason",
    ],
  }),
  remind: change({
    access: "reviews.manage",
    path: `${pathOfReview}/reminders`,
    summary: "Mail each reviewer how many accounts are left for them in each system, once an hour at most",
    records: "review.reminded",
    input: ofReview,
    output: z.strictObject({ sent: z.number().int() }),
    fails: ["not-found", "review-closed", "too-many-requests"],
  }),
  ...reviewEnds,
};
