import type { CsvMapping, CsvMeaning, CsvOutcome } from "#domain/csv-mapping.ts";
import type { Tx } from "../db/as-caller.ts";

/** A mapping with what it is known by. */
export interface SavedMapping extends CsvMapping {
  readonly id: string;
  readonly createdAt: Date;
}

/** The company's mappings, the newest first. */
export async function readMappings(tx: Tx, companyId: string): Promise<SavedMapping[]> {
  const rows = await tx
    .selectFrom("app.csv_mappings")
    .select(["id", "name", "header", "columns", "words", "created_at"])
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    header: row.header,
    columns: row.columns as Partial<Record<CsvMeaning, string>>,
    words: row.words as Record<string, CsvOutcome>,
    createdAt: row.created_at,
  }));
}

/** What a mapping says, without what it is known by: what is kept with an import. */
export function plainMapping({ name, header, columns, words }: CsvMapping): CsvMapping {
  return { name, header, columns, words };
}
