import { readCsvRows } from "../csv-rows.ts";
import { dayIn } from "./dates-in-words.ts";

/** What a row of an index says of a file; empty where it says nothing. */
export interface IndexRow {
  /** The row's number in the table, the header being 1. */
  readonly row: number;
  readonly file: string;
  readonly title: string;
  /** A control, a requirement, or an expected document, as the index calls it. */
  readonly about: string;
  readonly document: string;
  readonly type: "Config" | "Policy" | "Document" | "Report" | "";
  /** `2026-11-12`. */
  readonly date: string;
}

/** An index that was read whole, or what is wrong with it. */
export type FilingIndex =
  | { readonly ok: true; readonly rows: readonly IndexRow[] }
  | { readonly ok: false; readonly message: string };

const TYPES = ["Config", "Policy", "Document", "Report"] as const;
export const mostIndexRows = 2_000;
const LONGEST_CELL = 1_000;

/** What columns are called, ours first; letters and digits alone count. */
const columns = {
  file: ["file", "filename", "path", "filepath", "relativepath", "originalpath", "attachment"],
  title: ["title", "name", "evidence", "evidencename", "description"],
  about: [
    "control",
    "controls",
    "controlid",
    "controlcode",
    "requirement",
    "requirements",
    "requirementid",
    "controlorrequirement",
    "criteria",
    "reference",
  ],
  document: ["document", "documentname", "documenttitle", "expecteddocument"],
  type: ["type", "evidencetype", "documenttype", "kind"],
  date: [
    "date",
    "dated",
    "documentdate",
    "asof",
    "effectivedate",
    "creationdate",
    "collected",
    "collectedon",
    "collectedat",
    "uploaddate",
  ],
} as const;

type Column = keyof typeof columns;

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function placesOf(header: readonly string[]): Partial<Record<Column, number>> {
  const names = header.map(bare);
  const place = (column: Column) => columns[column].map((name) => names.indexOf(name)).find((at) => at >= 0);
  return Object.fromEntries((Object.keys(columns) as Column[]).map((column) => [column, place(column)]));
}

/** Whether a table's first row is that of an index: it names files, and says something of them. */
export function looksLikeIndex(beginning: string): boolean {
  const read = readCsvRows(beginning, { most: 1, beginning: true });
  if (!read.ok) return false;
  const { file, ...others } = placesOf(read.rows[0]!);
  return file !== undefined && Object.values(others).some((place) => place !== undefined);
}

/**
 * Reads the index of a folder, a CSV file with a row for each file. All of it or nothing: one row that cannot be read, names a file twice
 * or has a type or a day that nobody knows refuses the whole index, and says which row.
 */
export function readFilingIndex(text: string, today: string): FilingIndex {
  const read = readCsvRows(text, { most: mostIndexRows + 2 });
  if (!read.ok) return { ok: false, message: read.message };
  const [header, ...cells] = read.rows;
  const places = placesOf(header!);
  if (places.file === undefined) return { ok: false, message: "No column of this index names files. Call it “file”." };
  if (cells.length > mostIndexRows) return { ok: false, message: "This index has more than 2,000 rows. Split it." };
  const rows: IndexRow[] = [];
  const before = new Map<string, number>();
  for (const [at, row] of cells.entries()) {
    const number = at + 2;
    const cell = (column: Column) => (places[column] === undefined ? "" : row[places[column]]!.trim());
    const file = cell("file");
    if (file === "") continue;
    if (row.some((text) => text.length > LONGEST_CELL))
      return refused(number, "has a cell of more than 1,000 characters");
    const key = file.toLowerCase();
    const twin = before.get(key);
    if (twin !== undefined) return refused(number, `names the same file as row ${twin}`);
    before.set(key, number);
    const type = typeOf(cell("type"));
    if (type === undefined) return refused(number, `has a type other than ${TYPES.join(", ")}`);
    const date = cell("date");
    const day = date === "" ? "" : dayIn(date, today);
    if (day === undefined) return refused(number, "has no day up to today such as 2026-11-12");
    rows.push({
      row: number,
      file,
      title: cell("title"),
      about: cell("about"),
      document: cell("document"),
      type,
      date: day,
    });
  }
  return rows.length > 0 ? { ok: true, rows } : { ok: false, message: "This index names no file." };
}

const refused = (row: number, message: string): FilingIndex => ({
  ok: false,
  message: `Row ${row} of the index ${message}.`,
});

function typeOf(text: string): IndexRow["type"] | undefined {
  if (text === "") return "";
  return TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
}

/** An index beside files: which row is whose, and what is left over on either side. */
export interface MatchedIndex {
  readonly matches: ReadonlyMap<string, IndexRow>;
  readonly rowsWithoutFile: readonly IndexRow[];
  readonly filesWithoutRow: readonly string[];
}

/**
 * Finds the file of each row: by its path from the folder on, with either slash and in any case, otherwise by its name alone where one
 * file only has that. A file has one row at most.
 */
export function matchIndex(rows: readonly IndexRow[], paths: readonly string[]): MatchedIndex {
  const keyOf = (path: string) =>
    path
      .normalize("NFC")
      .toLowerCase()
      .replaceAll("\\", "/")
      .replace(/^(?:\.?\/)+/, "");
  const nameOf = (path: string) => keyOf(path).split("/").at(-1)!;
  const byName = Map.groupBy(paths, nameOf);
  // The folder that everything lies in is part of a path, and of no index inside of it.
  const withoutTop = (path: string) => keyOf(path).split("/").slice(1).join("/");
  const byPath = new Map([
    ...paths.map((path) => [withoutTop(path), path] as const).filter(([key]) => key !== ""),
    ...paths.map((path) => [keyOf(path), path] as const),
  ]);
  const matches = new Map<string, IndexRow>();
  const rowsWithoutFile: IndexRow[] = [];
  for (const row of rows) {
    const named = byName.get(nameOf(row.file)) ?? [];
    const path = byPath.get(keyOf(row.file)) ?? (named.length === 1 ? named[0] : undefined);
    if (path === undefined || matches.has(path)) rowsWithoutFile.push(row);
    else matches.set(path, row);
  }
  return { matches, rowsWithoutFile, filesWithoutRow: paths.filter((path) => !matches.has(path)) };
}

/** A control as an index may name it. */
export interface NamedControl {
  readonly id: string;
  readonly title: string;
  /** Requirement ids by framework. */
  readonly requirements: Readonly<Record<string, readonly string[]>>;
}

/**
 * The controls that an index means: by our id, by a control's title, or by a requirement that belongs to one control only. A
 * requirement of several controls decides for none of them; a person chooses.
 */
export function controlsMeant(about: string, controls: readonly NamedControl[]): readonly string[] {
  const found = about.split(/[;|\n]|,(?! )|, /).flatMap((part) => {
    const text = bare(part);
    if (text === "") return [];
    const own = controls.find(({ id, title }) => bare(id) === text || bare(title) === text);
    if (own) return [own.id];
    const touched = controls.filter(({ requirements }) =>
      Object.values(requirements).some((ids) => ids.some((id) => bare(id) === text)),
    );
    return touched.length === 1 ? [touched[0]!.id] : [];
  });
  const whole = controls.find(({ title }) => bare(title) === bare(about));
  return whole ? [whole.id] : [...new Set(found)];
}
