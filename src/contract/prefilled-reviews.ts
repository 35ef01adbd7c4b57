import * as z from "zod";
import { prefilledReviewKeys } from "#domain/reviews/prefilled-review-keys.ts";
import { change, query } from "./endpoint.ts";
import { exhibitNumber, id, instant, longText, plainText } from "./fields.ts";
import { record } from "./register-shapes.ts";

/** So many lines fit into a record. */
export const maxReviewLines = 100;

const ofReview = z.strictObject({ companyId: id, review: z.enum(prefilledReviewKeys, "This is not a review.") });

const line = z.strictObject({
  /** The same while the same is asked of the same system. */
  key: z.string(),
  check: z.string(),
  part: z.string(),
  system: z.string(),
  state: z.enum(["pass", "fail", "unknown", "not applicable", "stale", "not read"]),
  /** What was read; null where nothing that counts was, and nobody can conclude on it. */
  read: z
    .strictObject({ source: z.string(), reason: z.string(), exhibit: exhibitNumber, evidenceId: id, at: instant })
    .nullable(),
});

const path = "/companies/{companyId}/prefilled-reviews/{review}";

/** Periodic reviews that open with what connected systems show. */
export const prefilledReviews = {
  get: query({
    access: "registers.read",
    path,
    summary: "What a periodic review opens with: each system in each part, with the exhibit and when it was read",
    input: ofReview,
    output: z.strictObject({ label: z.string(), about: z.string(), lines: z.array(line) }),
  }),
  conclude: change({
    access: "registers.write",
    path,
    summary:
      "Record a review with what was seen in the chosen lines and the reviewer's conclusion; what was not read is named in the record, and cannot be chosen",
    records: "record.added",
    input: ofReview.extend({
      lines: z.array(z.string().max(1_000)).min(1, "Choose at least one line").max(maxReviewLines),
      fields: z.strictObject({
        conclusion: longText(10_000, "Please write a conclusion"),
        /** What has to change. */
        findings: z.array(plainText(300)).max(100).default([]),
        /** Their records in People. */
        reviewerIds: z.array(id).min(1, "Choose who reviewed").max(20),
      }),
    }),
    output: record,
    fails: ["not-found", "forbidden", "review-unread", "review-line-gone", "record-link", "record-rules"],
  }),
};
