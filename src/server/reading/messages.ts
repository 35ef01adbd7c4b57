import type { CsvMapping } from "#domain/csv-mapping.ts";
import type { Judgement, JudgedFinding, JudgedReport } from "./judged-report.ts";
import type { FilingSuggestion } from "#domain/documents/suggest-filing.ts";
import type { receiptOf } from "./import-receipt.ts";
import type { BundleToRead, ReadBundle } from "./read-bundle.ts";
import type { ReadPolicyFile } from "./policy-file/policy-file.ts";
import type { FileToSuggest } from "./suggest-file.ts";

/** A mapping that may fit, by the id it is known by. */
export type KnownMapping = CsvMapping & { readonly id: string };

/** What a reader is given; the report's bytes follow on its standard input, `size` of them. */
export interface Task {
  readonly size: number;
  readonly receivedAt: Date;
  /** What the report looked at, where that was proved or said. */
  readonly target: string;
  /** How a CSV is read: by this one, or by the first of these that fits. */
  readonly mapping: CsvMapping | undefined;
  readonly mappings: readonly KnownMapping[];
}

/** A report that was judged, without its findings: those are fetched piece by piece, so that nobody holds them all twice. */
export interface ReadReport extends Omit<JudgedReport, "findings"> {
  readonly total: number;
  readonly receipt: ReturnType<typeof receiptOf>;
  /** Of the mapping that fitted, where one was looked for. */
  readonly mappingId: string | undefined;
}

/** A document that may become a policy's text; its bytes follow. */
export interface PolicyToRead {
  readonly fileName: string;
  readonly size: number;
}

export type Refused = Extract<Judgement, { readonly ok: false }>;

export type ToReader =
  | { readonly task: Task }
  | { readonly suggest: FileToSuggest & { readonly size: number } }
  | { readonly policy: PolicyToRead }
  | { readonly bundle: BundleToRead }
  | { readonly from: number }
  | { readonly awake: true }
  | { readonly done: true };

export type FromReader =
  | { readonly step: "judging" }
  | { readonly judged: ReadReport }
  | { readonly refused: Refused }
  | { readonly suggested: FilingSuggestion }
  | { readonly policy: ReadPolicyFile }
  | { readonly bundle: ReadBundle }
  | { readonly findings: readonly JudgedFinding[] }
  | { readonly awake: true }
  | { readonly broke: string };
