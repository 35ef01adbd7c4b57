import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fitsHeader, guessColumns, guessOutcome, outcomeWord } from "#domain/csv-mapping.ts";
import type { CsvMapping, CsvMeaning, CsvOutcome } from "#domain/csv-mapping.ts";
import { readCsvRows } from "#domain/csv-rows.ts";
import { api, client } from "#web/api.ts";

/** What of a file is looked at before it is sent; a CSV file of this size has some thousand rows. */
const BEGINNING = 1024 * 1024;

/** The beginning of a CSV file: its first row, and the rows under it that were looked at. */
export interface CsvBeginning {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** How the chosen file will be read. */
export interface CsvChoice {
  readonly beginning: CsvBeginning;
  /** A saved mapping, or the one that is being made. */
  readonly mapping: CsvMapping;
  /** Of a saved one. */
  readonly id: string | undefined;
}

/** The beginning of a file that is CSV; a sentence for one that cannot be read; undefined for what is no CSV at all. */
export async function readBeginning(file: File): Promise<CsvBeginning | string | undefined> {
  if (!/\.(csv|tsv)$/i.test(file.name) && file.type !== "text/csv") return undefined;
  const text = await file.slice(0, BEGINNING).text();
  const read = readCsvRows(text, { beginning: file.size > BEGINNING });
  if (!read.ok) return read.message;
  const [header = [], ...rows] = read.rows;
  if (header.length < 2) return "This file has one column. A findings file needs at least two.";
  return rows.length > 0 ? { header, rows } : "This CSV file only has a header row.";
}

/** The words of a column, each once, as a mapping knows them; the most frequent first. */
export function wordsOf({ header, rows }: CsvBeginning, column: string | undefined): string[] {
  const place = header.indexOf(column ?? "");
  if (place === -1) return [];
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = outcomeWord(row[place] ?? "");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** What the words of the outcome's column mean, as far as that can be guessed. */
export function guessWords(beginning: CsvBeginning, column: string | undefined): Record<string, CsvOutcome> {
  return Object.fromEntries(wordsOf(beginning, column).map((word) => [word, guessOutcome(word) ?? "unknown"]));
}

/** The mapping of the chosen CSV file: a saved one that fits its first row, else one to be made. */
export function useCsv(companyId: string) {
  const queries = useQueryClient();
  const saved = useQuery(api.imports.mappings.queryOptions({ input: { companyId } }));
  const [choice, setChoice] = useState<CsvChoice>();
  const fitting = (saved.data ?? []).filter((item) => choice && fitsHeader(item, choice.beginning.header));

  function begin(beginning: CsvBeginning, fileName: string): void {
    const known = (saved.data ?? []).find((item) => fitsHeader(item, beginning.header));
    setChoice(known ? { beginning, mapping: known, id: known.id } : { beginning, ...fresh(beginning, fileName) });
  }
  function choose(id: string, fileName: string): void {
    if (!choice) return;
    const chosen = fitting.find((mapping) => mapping.id === id);
    setChoice({
      beginning: choice.beginning,
      ...(chosen ? { mapping: chosen, id: chosen.id } : fresh(choice.beginning, fileName)),
    });
  }
  function change(part: Partial<CsvMapping>): void {
    setChoice((before) => before && { ...before, mapping: { ...before.mapping, ...part } });
  }
  function setColumn(meaning: CsvMeaning, column: string): void {
    if (!choice) return;
    const columns = Object.fromEntries(
      Object.entries({ ...choice.mapping.columns, [meaning]: column }).filter(([, name]) => name !== ""),
    );
    change({ columns, ...(meaning === "outcome" && { words: guessWords(choice.beginning, column) }) });
  }
  /** Saves a mapping that is new, and answers the id by which the file is read. */
  async function settle(): Promise<string> {
    if (!choice) throw new Error("there is no CSV file");
    if (choice.id !== undefined) return choice.id;
    const { name, header, columns, words } = choice.mapping;
    const made = await client.imports.saveMapping({ companyId, name, header: [...header], columns, words });
    setChoice({ ...choice, mapping: made, id: made.id });
    await queries.invalidateQueries({ queryKey: api.imports.mappings.key() });
    return made.id;
  }
  async function rename(mappingId: string, name: string): Promise<void> {
    await client.imports.renameMapping({ companyId, mappingId, name });
    change({ name });
    await queries.invalidateQueries({ queryKey: api.imports.mappings.key() });
  }
  /** Removes a saved mapping; the file is read by a new one then. */
  async function remove(mappingId: string, fileName: string): Promise<void> {
    await client.imports.removeMapping({ companyId, mappingId });
    await queries.invalidateQueries({ queryKey: api.imports.mappings.key() });
    setChoice((before) => before && { beginning: before.beginning, ...fresh(before.beginning, fileName) });
  }
  const forget = () => setChoice(undefined);
  return { choice, fitting, begin, choose, change, setColumn, settle, rename, remove, forget };
}

function fresh(beginning: CsvBeginning, fileName: string): Pick<CsvChoice, "mapping" | "id"> {
  const columns = guessColumns(beginning.header);
  const name = fileName.replace(/\.[^.]*$/, "").slice(0, 60);
  return {
    id: undefined,
    mapping: { name, header: beginning.header, columns, words: guessWords(beginning, columns.outcome) },
  };
}
