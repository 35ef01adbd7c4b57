import { calendarDate } from "#domain/calendar-date.ts";
import type { Block, Inline } from "#domain/policies/policy-text.ts";
import type { DrawnBlock } from "#domain/printed/draw.ts";

/** A version of a policy, or another text, as it is printed: plain data, so that it can go to a thread. */
export interface PrintedText {
  readonly company: string;
  readonly title: string;
  /** Which of its editions it is, as in "version 3". */
  readonly edition: string;
  /** What is said of it above the text, in this order. */
  readonly facts: readonly { readonly label: string; readonly value: string; readonly record?: boolean }[];
  /** At the foot of each page. */
  readonly foot: string;
  readonly blocks: readonly DrawnBlock[];
  /** When it was last changed or came into force: the document says that it was made then. */
  readonly at: Date;
}

export interface Approval {
  readonly name: string;
  readonly at: Date;
  /** By an author, because nobody else could. */
  readonly alone: boolean;
}

/** What is known of a version. */
export interface VersionFacts {
  readonly state: string;
  readonly number: number;
  readonly title: string;
  readonly company: string;
  readonly sha256: string;
  readonly changedAt: Date;
  readonly inForceAt: Date | null;
  readonly replacedAt: Date | null;
  /** Undefined where the reader is not told. */
  readonly approvals?: readonly Approval[] | undefined;
  /** Until when its approvals hold; null unless it is in force, undefined where the reader is not told. */
  readonly renewBy?: Date | null | undefined;
  /** The entry of the ledger that put it in force. */
  readonly entry: number | null;
}

/** A version as it is printed. A draft says that it is one on each page. */
export function printedPolicy(version: VersionFacts, blocks: readonly Block[]): PrintedText {
  const { company, title, number, sha256, approvals, renewBy, entry, inForceAt, changedAt } = version;
  return {
    company,
    title,
    edition: `version ${number}`,
    blocks,
    at: inForceAt ?? changedAt,
    facts: [
      { label: "Company", value: company },
      { label: "Version", value: `${number}. ${stateWords(version)}.` },
      ...(approvals ? [{ label: "Approved by", value: approvals.map(approvalWords).join("; ") || "Nobody yet" }] : []),
      ...(renewBy === undefined
        ? []
        : [{ label: "Next review", value: renewBy ? `By ${calendarDate(renewBy)}` : "Not in force" }]),
      ...(entry === null ? [] : [{ label: "Ledger entry", value: entry.toLocaleString("en-US") }]),
      { label: "SHA-256", value: sha256, record: true },
    ],
    foot: `${title}, version ${number}${inForceAt ? "" : ", not in force"}`,
  };
}

function stateWords({ state, inForceAt, replacedAt, changedAt }: VersionFacts): string {
  if (inForceAt && replacedAt) return `In force from ${calendarDate(inForceAt)} to ${calendarDate(replacedAt)}`;
  if (inForceAt) return `In force since ${calendarDate(inForceAt)}`;
  return `${state === "review" ? "Waits for approval" : "Draft"} of ${calendarDate(changedAt)}, not in force`;
}

const approvalWords = ({ name, at, alone }: Approval) =>
  `${name} on ${calendarDate(at)}${alone ? ", the author: nobody else may" : ""}`;

/** The words of a line without their marks. */
export function plainText(inline: readonly Inline[]): string {
  const [first] = inline;
  if (inline.length === 1 && first!.kind === "text") return first!.text;
  return inline
    .map((piece) => ("text" in piece ? piece.text : "inline" in piece ? plainText(piece.inline) : " "))
    .join("");
}
