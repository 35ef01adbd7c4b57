import { sql } from "kysely";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Indexed } from "./confirmed-records.ts";
import type { PagePlace } from "./made-pages.ts";
import { rowBatches } from "./row-batches.ts";
import { heldColumns } from "./snapshot-row.ts";
import type { HeldRow } from "./snapshot-row.ts";

/** Rows of one register that stand on one page, or some of them: the next ones of that page come after them. */
export interface HeldPart {
  readonly register: string;
  /** From 0 on. */
  readonly page: number;
  readonly rows: readonly (HeldRow & Indexed & Written)[];
}

/** Which transaction wrote a record. */
interface Written {
  readonly written_by: string;
}

/** So many rows come at once: what is made of few is gone before anybody looks for garbage, and of a whole page's it was copied twice. */
const READ_AT_ONCE = 100;

/** On which page a record stands, from 0 on. */
const pageNumber = ({ number }: Pick<HeldRow, "number">): number => Math.floor((Number(number) - 1) / PAGE_ROWS);

/** Some of a company's pages: all but those of the registers `besides`, of which no more than these are read. */
interface SomePages {
  readonly besides: readonly string[];
  readonly pages: readonly PagePlace[];
}

const among = ({ besides, pages }: SomePages) => sql`AND (r.register <> ALL (${textArray(besides)}::text[])
  OR (r.register, ((r.number - 1) / ${sql.lit(PAGE_ROWS)})::integer) IN (SELECT * FROM unnest(
    ${textArray(pages.map(({ register }) => register))}::text[], ${plainArray(pages.map(({ page }) => page))}::integer[])))`;

/**
 * The records of a company as they are now, some after the others in the order of pages: one statement reads them, and nobody holds them all.
 * All of them, or some pages.
 */
export async function* readPages(tx: Tx, companyId: string, some?: SomePages): AsyncGenerator<HeldPart> {
  const records = sql`SELECT ${heldColumns}, r.ledger_index, r.xmin::text AS written_by
    FROM app.records r WHERE r.company_id = ${companyId} ${some ? among(some) : sql``} ORDER BY r.register, r.number`;
  for await (const rows of rowBatches<HeldPart["rows"][number]>(tx, "held_records", records, READ_AT_ONCE)) {
    let from = 0;
    while (from < rows.length) {
      const [register, page] = [rows[from]!.register, pageNumber(rows[from]!)];
      let to = from + 1;
      while (to < rows.length && rows[to]!.register === register && pageNumber(rows[to]!) === page) to += 1;
      yield { register, page, rows: rows.slice(from, to) };
      from = to;
    }
  }
}
