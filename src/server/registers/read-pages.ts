import { sql } from "kysely";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Indexed } from "./confirmed-records.ts";
import { rowBatches } from "./row-batches.ts";
import { heldColumns } from "./snapshot-row.ts";
import type { HeldRow } from "./snapshot-row.ts";

/** Rows of one register that stand on one page. */
export interface HeldPage {
  readonly register: string;
  readonly rows: readonly (HeldRow & Indexed)[];
}

/** On which page a record stands, from 0 on. */
export const pageNumber = ({ number }: Pick<HeldRow, "number">): number => Math.floor((Number(number) - 1) / PAGE_ROWS);

const pageOf = (row: HeldRow) => `${row.register} ${pageNumber(row)}`;

/** Some of a company's pages: all but those of the registers `besides`, of which no more than these are read. */
interface SomePages {
  readonly besides: readonly string[];
  readonly pages: readonly { readonly register: string; readonly page: number }[];
}

const among = ({ besides, pages }: SomePages) => sql`AND (r.register <> ALL (${textArray(besides)}::text[])
  OR (r.register, ((r.number - 1) / ${sql.lit(PAGE_ROWS)})::integer) IN (SELECT * FROM unnest(
    ${textArray(pages.map(({ register }) => register))}::text[], ${plainArray(pages.map(({ page }) => page))}::integer[])))`;

/**
 * The records of a company as they are now, one page after the other: one statement reads them, and nobody holds them all. All of them, or
 * some pages.
 */
export async function* readPages(tx: Tx, companyId: string, some?: SomePages): AsyncGenerator<HeldPage> {
  const records = sql`SELECT ${heldColumns}, r.ledger_index
    FROM app.records r WHERE r.company_id = ${companyId} ${some ? among(some) : sql``} ORDER BY r.register, r.number`;
  let held: (HeldRow & Indexed)[] = [];
  for await (const rows of rowBatches<HeldRow & Indexed>(tx, "held_records", records, PAGE_ROWS))
    for (const row of rows) {
      if (held[0] && pageOf(held[0]) !== pageOf(row)) {
        yield { register: held[0].register, rows: held };
        held = [];
      }
      held.push(row);
    }
  if (held[0]) yield { register: held[0].register, rows: held };
}
