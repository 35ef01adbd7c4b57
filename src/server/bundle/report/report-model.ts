import type { BundledControl } from "../collect.ts";

/** What a control was found to be. */
export type Finding = BundledControl["status"];

export const findingWords: Readonly<Record<Finding, string>> = {
  passing: "Pass",
  failing: "Fail",
  "needs evidence": "Needs evidence",
  "not applicable": "Not applicable",
};

/** A cell of a table. */
export interface Cell {
  readonly text: string;
  /** A quieter line below. */
  readonly note?: string;
  /** Set in the voice of records: ids, times and hashes. */
  readonly record?: true;
  /** The cell is a finding: its mark stands before the word. */
  readonly finding?: Finding;
}

/** A ruled table whose rows are numbered in the margin. */
export interface Table {
  readonly kind: "table";
  readonly label: string;
  /** `share` is the part of the width, of 100. */
  readonly columns: readonly { readonly head: string; readonly share: number }[];
  readonly rows: readonly { readonly number: string; readonly cells: readonly Cell[] }[];
}

/** A piece of a section. */
export type Block =
  | { readonly kind: "statement" | "record" | "note"; readonly text: string }
  | { readonly kind: "result"; readonly text: string; readonly finding: Finding }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** One cell for each control; `says` is what they show together. */
  | { readonly kind: "ticks"; readonly findings: readonly Finding[]; readonly text: string }
  | { readonly kind: "signatures"; readonly labels: readonly string[] }
  | Table;

/** A heading with its number in the margin, and what stands below. */
export interface Section {
  readonly number: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** One control by itself. */
export interface Chapter {
  readonly number: string;
  readonly title: string;
  readonly finding: Finding;
  /** The day the finding speaks of, under its stamp. */
  readonly date: string;
  readonly sections: readonly Section[];
}

/**
 * A control report as a sequence of texts, whichever printer sets them: what is not in here is said by neither, so that
 * report.html and report.pdf cannot say different things.
 */
export interface ReportContent {
  readonly language: string;
  readonly title: string;
  readonly organization: string;
  readonly number: string;
  readonly issuedAt: Date;
  /** The caption's left half: who, and under what. */
  readonly caption: readonly { readonly text: string; readonly label: string }[];
  /** Its right half. */
  readonly facts: readonly { readonly label: string; readonly value: string; readonly record?: true }[];
  readonly heading: string;
  readonly front: readonly Section[];
  readonly chapters: readonly Chapter[];
  readonly back: readonly Section[];
  /** Stands at the foot of every page, beside the report's number. */
  readonly foot: string;
}
