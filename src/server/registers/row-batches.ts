import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** The rows of a query, so many at once: nobody holds them all, and the database reads the next while these are worked on. */
export async function* rowBatches<Row>(
  tx: Tx,
  name: string,
  query: RawBuilder<unknown>,
  atOnce: number,
): AsyncGenerator<readonly Row[]> {
  await sql`DECLARE ${sql.id(name)} NO SCROLL CURSOR FOR ${query}`.execute(tx);
  const readNext = () => {
    const fetched = sql<Row>`FETCH ${sql.lit(atOnce)} FROM ${sql.id(name)}`.execute(tx);
    // Whoever reads may have ended before it is asked what became of it.
    fetched.catch(() => {});
    return fetched;
  };
  for (let next = readNext(); ;) {
    const { rows } = await next;
    if (rows.length === 0) break;
    next = readNext();
    yield rows;
  }
  await sql`CLOSE ${sql.id(name)}`.execute(tx);
}
