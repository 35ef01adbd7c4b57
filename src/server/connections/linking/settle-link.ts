import { sql } from "kysely";
import type { Account } from "#connectors/connector.ts";
import type { Tx } from "../../db/as-caller.ts";
import { violatedConstraint } from "../../app-error.ts";
import type { Credentials } from "../credentials/context.ts";
import type { ConnectionsKey } from "../connections-key.ts";
import { storeCredentials } from "../vault.ts";
import { LinkRefused } from "./answered-credentials.ts";

/** What was proved about a link. */
interface Proved {
  readonly method: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly user_id: string;
  readonly account: Account;
  readonly missing: readonly string[];
  readonly credentials: Credentials;
}

interface Claimed {
  readonly companyId: string;
  readonly connectionId: string;
  readonly id: string;
}

/**
 * Writes down whose account was found, and seals what opens it, in the connection's own transaction: a new one waits for a person to
 * confirm it, one that was connected before is connected again. Throws `LinkRefused` for another account than before, and for one
 * that the company connected already.
 */
export async function settleLink(
  tx: Tx,
  { key, now }: { key: ConnectionsKey; now: () => Date },
  { companyId, connectionId, id }: Claimed,
  { method, facts, user_id: userId, account, missing, credentials }: Proved,
): Promise<void> {
  const taken = await sql`DELETE FROM app.link_attempts WHERE company_id = ${companyId} AND id = ${id}`.execute(tx);
  // Somebody ended the connection, or another worker was quicker.
  if (taken.numAffectedRows !== 1n) return;
  const { publicKey: _, ...typed } = facts;
  try {
    const kept =
      await sql`UPDATE app.connections SET method = ${method}, typed = ${JSON.stringify(typed)}, account_id = ${account.id},
        account_label = ${account.label}, account_facts = ${JSON.stringify(account.facts)},
        granted = ${account.granted === undefined ? null : [...account.granted]}, missing = ${[...missing]}, attention = NULL,
        state = CASE WHEN state = 'paused' THEN state WHEN connected_at IS NULL THEN 'confirming' ELSE 'connected' END
      WHERE company_id = ${companyId} AND id = ${connectionId} AND coalesce(account_id, ${account.id}) = ${account.id}`.execute(
        tx,
      );
    // Also where another way to the same connection ended a moment ago.
    if (kept.numAffectedRows !== 1n) throw new LinkRefused("connection-other-account");
  } catch (error) {
    if (violatedConstraint(error) === "connections_one_account") throw new LinkRefused("already-connected");
    throw error;
  }
  await storeCredentials(tx, key.publicKey, { companyId, connectionId }, credentials, now());
  await sql`INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, requested_by)
    SELECT k.company_id, k.id, ${now()}, 'asked', ${userId}::uuid FROM app.connections k
    WHERE k.company_id = ${companyId} AND k.id = ${connectionId} AND k.state = 'connected'
      AND NOT EXISTS (SELECT FROM app.collection_runs r WHERE r.company_id = k.company_id AND r.connection_id = k.id
        AND r.state IN ('waiting', 'working'))
    ON CONFLICT DO NOTHING`.execute(tx);
}
