import { sql } from "kysely";
import { getProvider } from "#catalog/providers.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail, violatedConstraint } from "../app-error.ts";

export type ConnectionState = "linking" | "confirming" | "connected" | "paused" | "needs attention" | "disconnected";

interface HeldConnection {
  readonly id: string;
  readonly provider: ProviderKey;
  readonly method: string;
  readonly state: ConnectionState;
  readonly account_id: string | null;
  readonly account_label: string | null;
  readonly source: string | null;
}

/** A connection that the caller changes: held until the transaction ends. Refuses `not-found`. */
export async function holdConnection(tx: Tx, companyId: string, connectionId: string): Promise<HeldConnection> {
  const { rows } = await sql<HeldConnection>`SELECT id, provider, method, state, account_id, account_label, source
    FROM app.connections WHERE company_id = ${companyId} AND id = ${connectionId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? fail("not-found");
}

/** The name under which the results of an account stand: the provider's and the account's, and its id where that is not enough. */
export async function newSource(tx: Tx, companyId: string, connection: HeldConnection): Promise<string> {
  const name = getProvider(connection.provider).name;
  const label = connection.account_label ?? connection.account_id ?? connection.id;
  const source = `${name} ${label}`;
  const { rows } = await sql`SELECT FROM app.connections
    WHERE company_id = ${companyId} AND source = ${source} AND id <> ${connection.id}
      AND account_id IS DISTINCT FROM ${connection.account_id}`.execute(tx);
  return rows.length === 0 ? source : `${source} (${connection.account_id})`;
}

/** A run for whoever asks; the worker takes it up. Refuses `already-collecting` where one waits or works. */
export async function askForRun(
  tx: Tx,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  connectionId: string,
  reason: "first" | "asked",
  now: Date,
): Promise<string> {
  const { rows: open } = await sql`SELECT FROM app.collection_runs
    WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND state IN ('waiting', 'working')`.execute(
    tx,
  );
  if (open.length > 0) fail("already-collecting");
  try {
    const { id } = await tx
      .insertInto("app.collection_runs")
      .values({ company_id: companyId, connection_id: connectionId, slot: now, reason, requested_by: userId })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (violatedConstraint(error) === "collection_runs_company_id_connection_id_slot_key") fail("already-collecting");
    throw error;
  }
}
