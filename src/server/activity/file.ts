import { csvRow } from "#domain/csv.ts";
import type { RecordEntry } from "./record.ts";

const BATCH = 1_000;
const columns = ["index", "at", "person", "personId", "event", "what", "subject"] as const;

/** Reads the entries before an index, newest first. */
type ReadPage = (before: number, limit: number) => Promise<readonly RecordEntry[]>;

/** Who did it, as a person reads it. */
const whoOf = ({ person }: RecordEntry) => person?.name ?? "A former member";

/** The entries before `end` as CSV or as one JSON array, a page at a time, so that a long record needs little room. */
export async function* writeRecord(
  format: "csv" | "json",
  end: number,
  readPage: ReadPage,
): AsyncGenerator<Uint8Array> {
  const bytes = (text: string) => Buffer.from(text, "utf8");
  yield bytes(format === "csv" ? csvRow(columns) : "[");
  let first = true;
  for (let before = end; ;) {
    const page = await readPage(before, BATCH);
    let text = "";
    for (const entry of page) {
      text += format === "csv" ? csvRow(valuesOf(entry)) : `${first ? "\n" : ",\n"}${JSON.stringify(objectOf(entry))}`;
      first = false;
    }
    if (text !== "") yield bytes(text);
    const last = page.at(-1);
    if (!last || page.length < BATCH) break;
    before = last.index;
  }
  if (format === "json") yield bytes("\n]\n");
}

function objectOf(entry: RecordEntry) {
  const { index, at, event, subject, sentence } = entry;
  return { index, at, person: whoOf(entry), personId: entry.person?.id ?? null, event, what: sentence, subject };
}

function valuesOf(entry: RecordEntry) {
  const values = objectOf(entry);
  return columns.map((column) => values[column]);
}
