import * as z from "zod";
import { reviewDecisions } from "#domain/reviews/review.ts";
import { change, query } from "./endpoint.ts";
import { day, exhibitNumber, id, instant, longText, shortText } from "./fields.ts";

/** So many accounts can be decided at once. */
export const maxDecisions = 500;

const person = z.strictObject({ userId: id, name: z.string() });
const counts = z.strictObject({
  accounts: z.number().int(),
  keep: z.number().int(),
  change: z.number().int(),
  remove: z.number().int(),
});
const summary = z.strictObject({
  id,
  number: z.number().int(),
  name: z.string(),
  dueOn: day,
  openedAt: instant,
  openedBy: person,
  closedAt: instant.nullable(),
  decided: counts,
  /** Systems that keep it open, because no complete reading of the last seven days is there. */
  notRead: z.number().int(),
});
const population = z.strictObject({
  id,
  systemId: id,
  system: z.string(),
  /** Null where it was not read. */
  exhibit: exhibitNumber.nullable(),
  seenAt: instant.nullable(),
  frozenAt: instant.nullable(),
  reviewer: person,
  /** Who decides on the reviewer's own account. */
  other: person,
  decided: counts,
  /** Whoever kept nearly everything at less than two seconds an account. */
  quick: z.array(
    z.strictObject({
      person,
      rows: z.number().int(),
      kept: z.number().int(),
      seconds: z.number().int(),
    }),
  ),
});
const details = summary.extend({
  populations: z.array(population),
  /** What is to be removed, and whether a later complete snapshot has it no more. */
  removals: z.array(
    z.strictObject({
      rowId: id,
      account: z.string(),
      system: z.string(),
      by: person,
      at: instant,
      due: instant,
      state: z.enum(["waiting", "not read", "still there", "gone", "late", "back"]),
      /** Since when it is gone or back, and the exhibit that says so. */
      since: instant.nullable(),
      exhibit: exhibitNumber.nullable(),
    }),
  ),
});
const account = z.strictObject({
  id,
  number: z.number().int(),
  accountId: z.string(),
  label: z.string(),
  class: z.string().nullable(),
  administrator: z.boolean().nullable(),
  /** A day, `never`, or null where that was not read. */
  lastSignIn: z.string().nullable(),
  /** Not used for 90 days when it was read. */
  unused: z.boolean(),
  /** Whose it is; null where nobody is known. */
  person: z.strictObject({ id, name: z.string() }).nullable(),
  reviewer: person,
  own: z.boolean(),
  mayDecide: z.boolean(),
  decision: z
    .strictObject({
      decision: z.enum(reviewDecisions),
      reason: z.string(),
      by: person,
      at: instant,
      /** On their own account, because nobody else could. */
      alone: z.boolean(),
    })
    .nullable(),
});

const ofCompany = z.strictObject({ companyId: id });
const ofReview = ofCompany.extend({ reviewId: id });
const path = "/companies/{companyId}/reviews";
const pathOfReview = `${path}/{reviewId}` as const;
const pathOfPopulation = `${pathOfReview}/populations/{populationId}` as const;

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
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    output: z.strictObject({ accounts: z.array(account), next: z.number().int().nullable() }),
    fails: ["not-found"],
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
            reviewerId: id,
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
    fails: ["not-found", "review-closed", "review-own-account", "review-not-yours", "review-person", "review-reason"],
  }),
  close: change({
    access: "reviews.manage",
    path: `${pathOfReview}/closing`,
    summary: "Close a review in which every system was read and every account is decided",
    records: "review.closed",
    input: ofReview,
    output: details,
    fails: ["not-found", "review-closed", "review-not-read", "review-undecided"],
  }),
};
