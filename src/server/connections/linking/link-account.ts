import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Account, Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import { RequestFailed } from "#connectors/http.ts";
import type { Caller } from "../../endpoints/caller.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import { fail, violatedConstraint } from "../../app-error.ts";
import { findSealingKey } from "../connections-key.ts";
import { ownAccount } from "../http/installation-http.ts";
import { askForRun, holdConnection, newSource } from "../own-connection.ts";
import { beginLink, readValues } from "./begin-link.ts";
import type { ConnectService } from "./begin-link.ts";
import type { Connectors } from "../connectors.ts";

interface Deps {
  readonly connectService: ConnectService;
  readonly connectors: Connectors;
}

interface Asked {
  readonly method: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Begins a new connection in the caller's transaction. Refuses `connector-unavailable` where this installation has no such way, and
 * `connection-input`.
 */
export async function linkAccount(
  tx: Tx,
  { connectService, connectors }: Deps,
  caller: Caller,
  connector: Connector,
  asked: Asked,
) {
  const method = offered(connectors, connector, asked.method);
  await refuseStranger(tx, method);
  const { typed, secrets } = readValues(method, asked.values);
  const { companyId, userId, sessionId } = caller;
  const connectionId = randomUUID();
  await tx
    .insertInto("app.connections")
    .values({
      company_id: companyId,
      id: connectionId,
      provider: connector.manifest.id,
      method: method.id,
      typed: JSON.stringify(typed),
      created_by: userId,
      created_at: connectService.now(),
    })
    .execute();
  const there = await accountThere(connector, method, connectService);
  if (there) {
    await connectAtOnce(tx, caller, connectionId, there, connectService.now());
    return { connectionId, redirectTo: null };
  }
  const request = { companyId, connectionId, userId, sessionId, manifest: connector.manifest, method, typed, secrets };
  return { connectionId, redirectTo: await beginLink(tx, await getSealingKey(tx), connectService, request) };
}

/**
 * Begins to give a connection new credentials. Without values a key that was made for it is tried again. Refuses as
 * {@link linkAccount} does, and `not-found` for a connection that has ended.
 */
export async function linkAgain(
  tx: Tx,
  { connectService, connectors }: Deps,
  caller: Caller,
  connectionId: string,
  asked: Asked,
) {
  const { companyId, userId, sessionId } = caller;
  const held = await holdConnection(tx, companyId, connectionId);
  if (held.state === "disconnected") fail("not-found");
  const connector = connectors.find(held.provider) ?? fail("connector-unavailable");
  const method = offered(connectors, connector, asked.method);
  await refuseStranger(tx, method);
  await sql`UPDATE app.connections SET attention = NULL,
      connected_by = CASE WHEN connected_at IS NULL THEN connected_by ELSE ${userId}::uuid END,
      state = CASE WHEN state IN ('needs attention', 'confirming') THEN 'linking' ELSE state END
    WHERE company_id = ${companyId} AND id = ${connectionId}`.execute(tx);
  if (method.kind === "own") {
    const there = (await accountThere(connector, method, connectService))!;
    await connectAtOnce(tx, caller, connectionId, there, connectService.now());
    return { connectionId, redirectTo: null, provider: held.provider };
  }
  if (method.kind === "private-key-jwt" && Object.keys(asked.values).length === 0) {
    const again = await sql`UPDATE app.link_attempts SET ready_at = ${connectService.now()}
      WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND method = ${method.id} AND ready_at IS NULL`.execute(
      tx,
    );
    if (again.numAffectedRows === 0n) fail("connection-input");
    return { connectionId, redirectTo: null, provider: held.provider };
  }
  const { typed, secrets } = readValues(method, asked.values);
  const request = { companyId, connectionId, userId, sessionId, manifest: connector.manifest, method, typed, secrets };
  const redirectTo = await beginLink(tx, await getSealingKey(tx), connectService, request);
  return { connectionId, redirectTo, provider: held.provider };
}

function offered(connectors: Deps["connectors"], connector: Connector, id: string): LinkMethod {
  return connectors.methods(connector.manifest.id).find((method) => method.id === id) ?? fail("connector-unavailable");
}

async function getSealingKey(tx: Tx): Promise<Buffer> {
  return (await findSealingKey(tx)) ?? fail("connector-unavailable");
}

/** The installation is connected by nobody but who runs it; a policy of the database says so, too. */
async function refuseStranger(tx: Tx, { kind }: LinkMethod): Promise<void> {
  if (kind === "own" && (await callFunction(tx, "app.is_platform_admin", [])) !== true) fail("forbidden");
}

/** An account that is there at once: the demo's, behind which nobody stands, and the installation's own. */
async function accountThere(
  connector: Connector,
  { kind }: LinkMethod,
  { appUrl, now }: ConnectService,
): Promise<Account | undefined> {
  if (kind === "own") return { ...ownAccount(appUrl), granted: undefined, facts: {} };
  if (kind !== "sample") return undefined;
  const send = async () => {
    throw new RequestFailed("unavailable", "nobody stands behind a sample");
  };
  return await connector.probe({ http: { send }, typed: {}, method: "sample", now });
}

async function connectAtOnce(tx: Tx, caller: Caller, connectionId: string, account: Account, now: Date) {
  const { companyId, userId } = caller;
  const held = await holdConnection(tx, companyId, connectionId);
  const source = await newSource(tx, companyId, { ...held, account_id: account.id, account_label: account.label });
  try {
    await sql`UPDATE app.connections SET state = 'connected', account_id = ${account.id}, account_label = ${account.label},
        account_facts = ${JSON.stringify(account.facts)}, source = ${source}, connected_by = ${userId}, connected_at = ${now}
      WHERE company_id = ${companyId} AND id = ${connectionId}`.execute(tx);
  } catch (error) {
    if (violatedConstraint(error) === "connections_one_account") fail("already-connected", error);
    throw error;
  }
  await askForRun(tx, caller, connectionId, "first", now);
}
