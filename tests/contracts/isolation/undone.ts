import pg from "pg";
import type { Principal } from "./principals.ts";

/** Runs `work` inside the client's transaction and takes back whatever it did, also when it threw. */
export async function undone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("SAVEPOINT probe");
  try {
    return await work();
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT probe; RELEASE SAVEPOINT probe");
  }
}

/**
 * Sends statements without values and takes back what they did, also when one was refused; answers with the rows of the
 * last. In one message, because the contract tests ask tens of thousands of times.
 */
export async function triedOut<Row>(client: pg.ClientBase, sql: string): Promise<Row[]> {
  const takeBack = "ROLLBACK TO SAVEPOINT probe; RELEASE SAVEPOINT probe";
  try {
    // Several statements have several results, which the types do not know.
    const results: unknown = await client.query(`SAVEPOINT probe; ${sql}; ${takeBack}`);
    return (results as pg.QueryResult[]).at(-3)!.rows as Row[];
  } catch (error) {
    await client.query(takeBack);
    throw error;
  }
}

/**
 * Runs `work` as the principal, whose role is taken for the length of a savepoint. The database judges by the
 * current role, so this shows what that role's own login would show.
 */
export async function undoneAs<T>(client: pg.ClientBase, principal: Principal, work: () => Promise<T>): Promise<T> {
  return await undone(client, async () => {
    await client.query(`SET LOCAL ROLE ${principal.role};
      SELECT set_config('app.user_id', ${pg.escapeLiteral(principal.userId)}, true),
        set_config('app.company_id', ${pg.escapeLiteral(principal.companyId)}, true),
        set_config('app.second_factor', '${principal.withoutSecondFactor ? "off" : "on"}', true)`);
    return await work();
  });
}

/** How the database answered a statement that it might refuse. */
export type Refusal = "permission denied" | "policy" | "append-only" | "constraint" | "other";

/** Why the statement was refused. A constraint is only looked at once every privilege and policy has let pass. */
export function refusal(error: unknown): Refusal {
  if (!(error instanceof pg.DatabaseError)) throw error;
  if (error.code?.startsWith("23")) return "constraint";
  if (error.code !== "42501") return "other";
  if (error.message.includes("append-only")) return "append-only";
  if (error.message.startsWith("permission denied")) return "permission denied";
  return error.message.includes("row-level security") ? "policy" : "other";
}
