import { calendarDate } from "#domain/calendar-date.ts";
import type { DrawnDocument } from "#domain/printed/draw.ts";
import type { PrintedText } from "../policies/documents/printed-policy.ts";

/** Somebody's review of a document as it was filed. */
export interface PrintedReview {
  readonly filedBy: string;
  readonly accepted: boolean;
  readonly by: string;
  readonly at: Date;
  /** By who filed it, because nobody else could. */
  readonly alone: boolean;
}

/** A drawn document as it is printed, with its company and who reviewed it. */
export function printedText(
  { title, facts, blocks }: DrawnDocument,
  company: string,
  exhibit: string,
  takenAt: Date,
  review: PrintedReview | undefined,
): PrintedText {
  return {
    company,
    title,
    edition: exhibit,
    blocks,
    at: takenAt,
    facts: [{ label: "Company", value: company }, { label: "Reviewed", value: reviewWords(review) }, ...facts],
    foot: `${title}, ${exhibit}`,
  };
}

function reviewWords(review: PrintedReview | undefined): string {
  if (!review) return "Not reviewed yet";
  const { accepted, by, at, alone, filedBy } = review;
  const own = alone ? ", who filed it: nobody else could" : `; filed by ${filedBy}`;
  return `${accepted ? "Accepted" : "Returned"} by ${by} on ${calendarDate(at)}${own}`;
}
