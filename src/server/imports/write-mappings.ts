import { randomUUID } from "node:crypto";
import { outcomeWord } from "#domain/csv-mapping.ts";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import { plainMapping } from "./csv-mappings.ts";
import type { SavedMapping } from "./csv-mappings.ts";

/** A mapping as the API shows it. */
export function presentMapping(mapping: SavedMapping) {
  return {
    ...plainMapping(mapping),
    header: [...mapping.header],
    id: mapping.id,
    createdAt: mapping.createdAt.toISOString(),
  };
}

/** Keeps a mapping for the company's tables that begin alike. Refuses `mapping-name-taken`. */
export async function saveMapping(tx: Tx, caller: Caller, input: CsvMapping, createdAt: Date) {
  const id = randomUUID();
  const { name, columns, words } = input;
  const header = [...input.header];
  const known = Object.fromEntries(Object.entries(words).map(([word, means]) => [outcomeWord(word), means]));
  try {
    await tx
      .insertInto("app.csv_mappings")
      .values({
        company_id: caller.companyId,
        id,
        name,
        header,
        columns: JSON.stringify(columns),
        words: JSON.stringify(known),
        created_by: caller.userId,
        created_at: createdAt,
      })
      .execute();
  } catch (error) {
    if (violatedConstraint(error) === "csv_mappings_by_name") return fail("mapping-name-taken", error);
    throw error;
  }
  const answer = presentMapping({ id, name, header, columns, words: known, createdAt });
  return { answer, entry: { subject: id, details: { name } } };
}

/** Refuses `not-found` and `mapping-name-taken`. */
export async function renameMapping(tx: Tx, caller: Caller, mappingId: string, name: string) {
  const ofIt = { company_id: caller.companyId, id: mappingId };
  const before = await tx
    .selectFrom("app.csv_mappings")
    .select("name")
    .where((eb) => eb.and(ofIt))
    .executeTakeFirst();
  if (!before) return fail("not-found");
  try {
    await tx
      .updateTable("app.csv_mappings")
      .set({ name })
      .where((eb) => eb.and(ofIt))
      .execute();
  } catch (error) {
    if (violatedConstraint(error) === "csv_mappings_by_name") return fail("mapping-name-taken", error);
    throw error;
  }
  return { answer: { id: mappingId, name }, entry: { subject: mappingId, details: { before: before.name, name } } };
}

/** Imports keep what they were read by. Refuses `not-found`. */
export async function removeMapping(tx: Tx, caller: Caller, mappingId: string) {
  const removed = await tx
    .deleteFrom("app.csv_mappings")
    .where("company_id", "=", caller.companyId)
    .where("id", "=", mappingId)
    .returning(["id", "name"])
    .executeTakeFirst();
  if (!removed) return fail("not-found");
  return { answer: { id: removed.id }, entry: { subject: removed.id, details: { name: removed.name } } };
}
