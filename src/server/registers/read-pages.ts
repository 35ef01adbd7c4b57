import { sql } from "kysely";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Indexed } from "./confirmed-records.ts";
import { heldColumns } from "./snapshot-row.ts";
import type { HeldRow } from "./snapshot-row.ts";

/** Rows of one register that stand on one page. */
export interface HeldPage {
  readonly register: string;
  readonly rows: readonly (HeldRow & Indexed)[];
}

const pageOf = ({ register, number }: HeldRow) => `${register} ${Math.floor((Number(number) - 1) / PAGE_ROWS)}`;

/** All records of a company as they are now, one page after the other: one statement reads them, and nobody holds them all. */
export async function* readPages(tx: Tx, companyId: string): AsyncGenerator<HeldPage> {
  await sql`DECLARE held_records NO SCROLL CURSOR FOR SELECT ${heldColumns}, r.ledger_index
    FROM app.records r WHERE r.company_id = ${companyId} ORDER BY r.register, r.number`.execute(tx);
  const readNext = () => {
    const fetched = sql<HeldRow & Indexed>`FETCH ${sql.lit(PAGE_ROWS)} FROM held_records`.execute(tx);
    // Whoever reads pages may have ended before it is asked what became of it.
    fetched.catch(() => {});
    return fetched;
  };
  let held: (HeldRow & Indexed)[] = [];
  // The database reads the next rows while these are worked on.
  for (let next = readNext(); ;) {
    const { rows } = await next;
    if (rows.length === 0) break;
    next = readNext();
    for (const row of rows) {
      if (held[0] && pageOf(held[0]) !== pageOf(row)) {
        yield { register: held[0].register, rows: held };
        held = [];
      }
      held.push(row);
    }
  }
  await sql`CLOSE held_records`.execute(tx);
  if (held[0]) yield { register: held[0].register, rows: held };
}
