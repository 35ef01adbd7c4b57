import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { lastDayOf, usualPeriod } from "#domain/documents/document-state.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import type { Unreadable } from "#domain/file-signature.ts";
import type { EvidenceItem } from "../evidence.ts";

type ExpectedDocument = z.output<typeof contract.documents.list.output>[number];

/** The longest name of an item, in characters. */
export const longestName = 200;

/** What a person may choose for a file. */
export interface FilingChoices {
  readonly name: string;
  /** The expected document that it is filed as. */
  readonly document: string | null;
  /** Whether somebody said that it is no expected document. */
  readonly isSupporting: boolean;
  readonly controls: readonly string[];
  readonly type: EvidenceItem["type"] | "";
  /** The day that it is from, `2026-11-12`. */
  readonly date: string;
  /** The matter under whose privilege it is filed; empty where somebody said that it is not privileged. */
  readonly matter: string | undefined;
}

export type FilingField = keyof FilingChoices;

/** What has to be agreed to before a file is filed. */
export type Agreement = "duplicate" | "expired" | "unreadable";

/** A file at a provider, which the server reads by its link. */
export interface LinkedContent {
  readonly name: string;
  /** Zero until it is read, where the provider does not say it. */
  readonly size: number;
  readonly lastModified: number;
  readonly link: string;
  readonly source: FileSourceKey;
  readonly sourceName: string;
  readonly exportedAs: "PDF" | null;
}

/** What is in a row: a file of this browser, or one that the server reads. */
export type RowFile = File | LinkedContent;

export const isLinked = (file: RowFile): file is LinkedContent => "link" in file;

/** A file that is not filed yet, and what it will be filed as. */
export interface FilingRow extends FilingChoices {
  /** One for all tries, so that trying again never files it twice. */
  readonly key: string;
  readonly file: RowFile;
  /** Folders and name as they were dropped or unpacked. */
  readonly path: string;
  /** What a person or an index said, which no suggestion changes. */
  readonly edited: readonly FilingField[];
  /** What spoke for the document that was suggested; empty without one. */
  readonly why: string;
  readonly looksPrivileged: boolean;
  /** Whether it is still read for a suggestion. */
  readonly reading: boolean;
  readonly sha256?: string | undefined;
  /** Items on file with exactly this content. */
  readonly same: readonly { readonly exhibit: string; readonly name: string }[];
  readonly unreadable?: Unreadable | undefined;
  readonly agreed: readonly Agreement[];
  readonly state: "waiting" | "sending" | "broken" | "failed";
  /** Bytes. */
  readonly sent: number;
  readonly problem?: string | undefined;
  /** The upload that the server read it into, where it did. */
  readonly upload?: string | undefined;
  /** Whose account has to be connected before it can be read. */
  readonly connect?: FileSourceKey | undefined;
  /** The item that it became, where it could not be filed as its document. */
  readonly item?: EvidenceItem | undefined;
}

/** How a row stands. `ready` can be filed; everything up to there waits for a person. */
export type RowState =
  | { readonly kind: "reading" | "ready" | "sending" | "broken" | "privileged" }
  | { readonly kind: "choose"; readonly missing: "name" | "document" | "controls" | "type" | "date" }
  | { readonly kind: "duplicate"; readonly of: string; readonly isOnFile: boolean }
  | { readonly kind: "expired"; readonly on: string }
  | { readonly kind: "confirm"; readonly unreadable: Unreadable }
  | { readonly kind: "refused" | "failed"; readonly why: string };

/** What a row is judged against. */
export interface Surrounding {
  readonly documents: readonly ExpectedDocument[];
  readonly today: string;
  /** The largest file, in bytes, and what is said of a larger and of an empty one. */
  readonly largest: number;
  readonly tooLarge: string;
  readonly empty: string;
  /** By content, the number of the first row that has it. */
  readonly firstOf: ReadonlyMap<string, number>;
  /** Whether the person may file under a matter's privilege. */
  readonly hasMatters: boolean;
}

/** By content, the number of the first row that has it. */
export function firstRows(rows: readonly FilingRow[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [at, { sha256 }] of rows.entries()) if (sha256 && !first.has(sha256)) first.set(sha256, at + 1);
  return first;
}

/** How the row with this number stands; the gravest comes first, so that a person answers one thing after the other. */
export function stateOf(row: FilingRow, number: number, around: Surrounding): RowState {
  if (row.state === "sending" || row.state === "broken") return { kind: row.state };
  if (row.state === "failed") return { kind: "failed", why: row.problem ?? "" };
  if (isLinked(row.file) && row.upload === undefined && row.reading) return { kind: "reading" };
  if (row.file.size > around.largest) return { kind: "refused", why: around.tooLarge };
  if (row.file.size === 0) return { kind: "refused", why: around.empty };
  const agreed = new Set(row.agreed);
  if (row.unreadable && !agreed.has("unreadable")) return { kind: "confirm", unreadable: row.unreadable };
  const twin = row.sha256 === undefined ? undefined : around.firstOf.get(row.sha256);
  const of = row.same[0]?.exhibit ?? (twin !== undefined && twin < number ? String(twin) : undefined);
  if (of !== undefined && !agreed.has("duplicate")) return { kind: "duplicate", of, isOnFile: row.same.length > 0 };
  if (row.looksPrivileged && around.hasMatters && row.matter === undefined) return { kind: "privileged" };
  const missing = missingIn(row, around.today);
  if (missing !== undefined) return row.reading ? { kind: "reading" } : { kind: "choose", missing };
  const document = row.matter ? undefined : around.documents.find(({ id }) => id === row.document);
  if (document) {
    const on = lastDayOf(usualPeriod(document, row.date), document.validForDays);
    if (on < around.today && !agreed.has("expired")) return { kind: "expired", on };
  }
  return { kind: "ready" };
}

function missingIn(row: FilingRow, today: string) {
  if (row.name.trim() === "" || row.name.trim().length > longestName) return "name";
  if (row.document === null && !row.isSupporting && !row.matter) return "document";
  if (row.controls.length === 0) return "controls";
  if (row.type === "") return "type";
  if (!/^\d{4}-\d\d-\d\d$/.test(row.date) || row.date > today) return "date";
  return undefined;
}

/** A choice for one row; a document brings its control and its type, and supporting evidence has no document. */
export function choose(
  row: FilingRow,
  choice: Partial<FilingChoices>,
  documents: readonly ExpectedDocument[],
): FilingRow {
  const edited = [...new Set([...row.edited, ...(Object.keys(choice) as FilingField[])])];
  const document = documents.find(({ id }) => id === choice.document);
  const brought: Partial<FilingChoices> = document
    ? { controls: [...new Set([document.controlId, ...row.controls])], type: document.type, isSupporting: false }
    : {};
  const next = { ...row, ...brought, ...choice, edited };
  const ofDocument = documents.find(({ id }) => id === next.document);
  // Without its control an item cannot be filed as the document.
  const isOpen = choice.controls !== undefined && ofDocument && !choice.controls.includes(ofDocument.controlId);
  return isOpen ? { ...next, document: null, why: "" } : next;
}

/** What was suggested for a file, as the API says it. */
export interface Suggestion {
  readonly document: string | null;
  readonly by: "heading" | "name" | "columns" | "folder" | "text" | null;
  readonly controls: readonly string[];
  readonly type: EvidenceItem["type"] | null;
  readonly date: string | null;
  readonly privileged: boolean;
}

const reasons = {
  heading: "Title on page 1",
  name: "File name",
  columns: "Column names",
  folder: "Folder name",
  text: "Words in the text",
} as const;

/** A row with what was suggested for it, wherever nobody said otherwise. */
export function suggested(row: FilingRow, said: Suggestion, documents: readonly ExpectedDocument[]): FilingRow {
  const isFree = (field: FilingField) => !row.edited.includes(field);
  const offered = documents.find(({ id, notApplicable }) => id === said.document && notApplicable === null);
  // Who chose another control, or came from one, is offered only what that control expects.
  const fits =
    offered &&
    isFree("document") &&
    !row.isSupporting &&
    (isFree("controls") || row.controls.includes(offered.controlId));
  const document = fits ? offered : documents.find(({ id }) => id === row.document);
  return {
    ...row,
    reading: false,
    looksPrivileged: said.privileged,
    ...(fits && { document: offered.id, why: said.by ? reasons[said.by] : "" }),
    ...(isFree("controls") && { controls: document ? [document.controlId] : said.controls }),
    ...(isFree("type") && { type: document?.type ?? said.type ?? row.type }),
    ...(isFree("date") && said.date && { date: said.date }),
  };
}
