import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { refuse, violatedConstraint } from "../refusal.ts";

/** What an auditor may write, a function of the database does; it refuses whatever is not of a project they audit. */
export async function throughDoor<Row = unknown>(tx: Tx, call: RawBuilder<unknown>): Promise<Row[]> {
  try {
    return (await sql<Row>`SELECT ${call}`.execute(tx)).rows;
  } catch (error) {
    if (violatedConstraint(error) === "audited_project" || violatedConstraint(error) === "audited_item")
      refuse("not-found", error);
    throw error;
  }
}
