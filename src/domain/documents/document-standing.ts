import { calendarDate } from "../calendar-date.ts";
import { dayOf, endOfDay } from "../calendar-day.ts";
import type { DocumentAnswer } from "./document-answer.ts";
import { documentState, endOf } from "./document-state.ts";
import type { DocumentFiling, DocumentState } from "./document-state.ts";

/**
 * What put an expected document on file: a policy in force, an approved record that cites it, something printed from registers, or an item
 * that a person filed.
 */
export type DocumentBasis = "policy" | "record" | "printed" | "filed";

/** How an expected document stands, from what was filed as it and from what registers say of it. */
export interface DocumentStanding<Filing extends DocumentFiling = DocumentFiling> {
  readonly state: DocumentState["state"];
  /** The filing that the state is about. */
  readonly filing: Filing | null;
  /** The answer that it is about, where no filing is. */
  readonly answer: DocumentAnswer | null;
  /** The last day on which it counts, and the moment at which that ends; null where it counts for nothing. */
  readonly until: string | null;
  readonly endsAt: Date | null;
  /**
   * Why it is not on file, or of a policy by which approvals it is, as far as somebody or something said; of a filing that whoever filed it
   * reviewed, that; empty otherwise.
   */
  readonly reason: string;
  /** Whether the reason is that whoever filed it reviewed it. */
  readonly alone: boolean;
  /** Null unless it is on file. */
  readonly by: DocumentBasis | null;
}

interface Facts<Filing extends DocumentFiling> {
  readonly validForDays: number;
  readonly filings: readonly Filing[];
  /** Until which day a decision says that it does not apply; null where none does, or without an end. */
  readonly notApplicable: { readonly until: string | null } | null;
  readonly answer: DocumentAnswer | null;
}

/** What is said of a document that nobody but its filer looked at, and that counts, or does not any more. */
function sayAlone({ review }: DocumentFiling, counts: boolean): string {
  if (review?.own !== true || !review.accepted) return "";
  const { ownUntil } = review;
  if (!counts) return "Only the person who filed it reviewed it. Ask another person to accept it.";
  const said = "Reviewed by the person who filed it, because nobody else could.";
  return ownUntil ? `${said} Another person can now: it counts until ${calendarDate(ownUntil)}.` : said;
}

/**
 * A policy puts its document on file by its own approvals, and so does the record of a received one. What is printed from registers counts as any filing does, once another person
 * accepted it, and while the registers behind it are confirmed. Taking an answer away never makes a document greener.
 */
export function documentStanding<Filing extends DocumentFiling>(
  { validForDays, filings, notApplicable, answer }: Facts<Filing>,
  now: Date,
): DocumentStanding<Filing> {
  const holds = answer?.outcome === "pass" && now < answer.validUntil ? answer : null;
  const isPrintable = holds?.kind === "printed";
  const counted = filings.filter(({ printed }) => printed !== true || isPrintable);
  const found = documentState({ validForDays, filings: counted, notApplicable: notApplicable !== null }, now);
  const { state, filing } = found;
  if (state === "not applicable") {
    const { until } = notApplicable!;
    return {
      state,
      filing,
      answer: null,
      until,
      endsAt: until === null ? null : endOfDay(until),
      reason: "",
      alone: false,
      by: null,
    };
  }
  if (holds && !isPrintable) {
    const { validUntil: endsAt, reason } = holds;
    const by = holds.kind === "policy" ? "policy" : "record";
    return { state: "on file", filing: null, answer, until: dayOf(endsAt), endsAt, reason, alone: false, by };
  }
  const until = found.until;
  const ends = until === null ? null : endOfDay(until);
  if (state === "on file") {
    const isPrinted = filing.printed === true;
    const own = endOf(filing, validForDays);
    const endsAt = isPrinted && holds && holds.validUntil < own ? holds.validUntil : own;
    const reason = sayAlone(filing, true);
    const by = isPrinted ? "printed" : "filed";
    return {
      state,
      filing,
      answer: null,
      until: dayOf(new Date(endsAt.getTime() - 1)),
      endsAt,
      reason,
      alone: reason !== "",
      by,
    };
  }
  const said = answer && answer.outcome !== "pass" ? answer.reason : "";
  const waits = state === "waiting" ? sayAlone(filing, false) : "";
  const reason = state === "returned" ? (filing.review?.reason ?? "") : waits || said;
  // What was in force and was not looked at since is over, as a filing would be.
  if (state === "missing" && answer && answer.kind !== "printed" && answer.outcome === "pass")
    return {
      state: "expired",
      filing: null,
      answer,
      until: dayOf(answer.validUntil),
      endsAt: answer.validUntil,
      reason: "",
      alone: false,
      by: null,
    };
  return { state, filing, answer: null, until, endsAt: ends, reason, alone: waits !== "", by: null };
}
