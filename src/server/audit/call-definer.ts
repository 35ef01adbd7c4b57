import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail, violatedConstraint } from "../app-error.ts";

/** What an auditor may write, a function of the database does; it refuses whatever is not of a project they audit. */
export async function callDefiner<Row = unknown>(tx: Tx, call: RawBuilder<unknown>): Promise<Row[]> {
  try {
    return (await sql<Row>`SELECT ${call}`.execute(tx)).rows;
  } catch (error) {
    if (violatedConstraint(error) === "audited_project" || violatedConstraint(error) === "audited_item")
      fail("not-found", error);
    throw error;
  }
}
