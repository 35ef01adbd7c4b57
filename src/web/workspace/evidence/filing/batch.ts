import { useSyncExternalStore } from "react";
import type { IndexRow } from "#domain/documents/filing-index.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import { timeNow } from "#web/clock.ts";
import { newUploadKey } from "#web/upload.ts";
import type { EvidenceItem } from "../evidence.ts";
import { longestName } from "./filing-row.ts";
import type { FilingChoices, FilingField, FilingRow, LinkedContent, RowFile } from "./filing-row.ts";

/** The most files that wait in one table: more are named, and dropped again once these are filed. */
export const mostRows = 500;

/** A file and where it lay. */
export interface PathFile {
  readonly file: File;
  readonly path: string;
}

/** A link that was pasted, until what it leads to stands in the table. */
export interface PastedLink {
  readonly link: string;
  readonly state: "asking" | "failed" | "folder";
  readonly problem?: string;
  /** Whose account has to be connected first. */
  readonly connect?: FileSourceKey;
  readonly folder?: { readonly name: string; readonly files: readonly LinkedContent[]; readonly isCut: boolean };
}

/** What became of an index or of a known export that came with the files. */
export interface IndexNotice {
  readonly name: string;
  /** Why nothing of it was applied. */
  readonly fault?: string;
  readonly matched?: number;
  readonly rowsWithoutFile?: readonly Pick<IndexRow, "row" | "file" | "title">[];
  readonly filesWithoutRow?: readonly string[];
}

/** What was filed from the table and can be undone together. */
export interface Added {
  readonly row: FilingRow;
  readonly item: EvidenceItem;
}

/** The files of one company that wait in the table. They outlive the screen; leaving the site asks. */
export interface Batch {
  readonly rows: readonly FilingRow[];
  readonly selected: ReadonlySet<string>;
  readonly filing: boolean;
  readonly added: readonly Added[];
  readonly index: IndexNotice | undefined;
  /** Paths that were left out of the table, each with why. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly links: readonly PastedLink[];
}

const empty: Batch = {
  rows: [],
  selected: new Set(),
  filing: false,
  added: [],
  index: undefined,
  leftOut: [],
  links: [],
};
const batches = new Map<string, Batch>();
const listeners = new Set<() => void>();

export function batchOf(companyId: string): Batch {
  return batches.get(companyId) ?? empty;
}

export function useBatch(companyId: string): Batch {
  return useSyncExternalStore(subscribe, () => batchOf(companyId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setBatch(companyId: string, change: Partial<Batch>) {
  const before = batchOf(companyId).rows.length > 0;
  batches.set(companyId, { ...batchOf(companyId), ...change });
  const now = batchOf(companyId).rows.length > 0;
  if (now && !before) addEventListener("beforeunload", warn);
  if (before && ![...batches.values()].some(({ rows }) => rows.length > 0)) removeEventListener("beforeunload", warn);
  for (const listener of listeners) listener();
}

/** Leaving the site loses what is not filed yet, so the browser asks. */
function warn(event: BeforeUnloadEvent) {
  event.preventDefault();
}

export function changeRow(companyId: string, key: string, change: (row: FilingRow) => FilingRow) {
  setBatch(companyId, { rows: batchOf(companyId).rows.map((row) => (row.key === key ? change(row) : row)) });
}

export function changeRows(companyId: string, keys: ReadonlySet<string>, change: (row: FilingRow) => FilingRow) {
  setBatch(companyId, { rows: batchOf(companyId).rows.map((row) => (keys.has(row.key) ? change(row) : row)) });
}

export function removeRows(companyId: string, keys: ReadonlySet<string>) {
  const { rows, selected } = batchOf(companyId);
  setBatch(companyId, {
    rows: rows.filter(({ key }) => !keys.has(key)),
    selected: new Set([...selected].filter((key) => !keys.has(key))),
  });
}

/** What the page led here with, such as a control's own: chosen for every file, and for a person to change. */
export type Presets = Partial<FilingChoices>;

/** A row for a file, with what is known before anything was read. */
export function newRow(
  { file, path }: { readonly file: RowFile; readonly path: string },
  presets: Presets = {},
): FilingRow {
  const bare = file.name.replace(/\.[^.]+$/, "") || file.name;
  const modified = new Date(Math.min(file.lastModified, timeNow().getTime())).toISOString().slice(0, 10);
  return {
    key: newUploadKey(),
    file,
    path,
    name: shortened(bare),
    document: null,
    isSupporting: false,
    controls: [],
    type: "",
    date: modified,
    matter: undefined,
    ...presets,
    edited: Object.keys(presets) as FilingField[],
    why: "",
    looksPrivileged: false,
    reading: true,
    same: [],
    agreed: [],
    state: "waiting",
    sent: 0,
  };
}

/** As much of a name as an item may have, without half a character at its end; its file keeps the whole. */
function shortened(name: string): string {
  return name.slice(0, longestName).replace(/[\uD800-\uDBFF]$/, "");
}
