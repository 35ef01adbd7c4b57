import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Account, Connector } from "#connectors/connector.ts";
import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { Http } from "#connectors/http.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import { compareScopes } from "#connectors/scopes.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { callFunction } from "../../db/functions.ts";
import type { Connectors } from "../connectors.ts";
import { asCaller } from "../../db/as-caller.ts";
import type { Tx } from "../../db/as-caller.ts";
import type { DB } from "../../db/types.gen.ts";
import type { AskVendor } from "../credentials/ask-vendor.ts";
import { openVault } from "../credentials/context.ts";
import type { AuthorizerContext, Credentials, Vault } from "../credentials/context.ts";
import { openAuthorizer } from "../credentials/open-authorizer.ts";
import type { ConnectionsKey } from "../connections-key.ts";
import type { Authorizer } from "../http/authorizer.ts";
import type { JobHandler } from "../../jobs/run-jobs.ts";
import { openCredentials } from "../vault.ts";
import { credentialsFrom, LinkRefused } from "./answered-credentials.ts";
import { attemptBound } from "./attempt.ts";
import type { Secrets } from "./attempt.ts";
import { noteLinkFailure } from "./link-failure.ts";
import { settleLink } from "./settle-link.ts";
import { revokeAccess } from "./revoke.ts";

/** The way out of a probe: a connector's `Http` with these credentials behind it. */
export type OpenProbe = (
  connector: Connector,
  typed: Readonly<Record<string, string>>,
  authorizer: Authorizer,
  signal: AbortSignal,
) => { readonly http: Http; close(): Promise<void> };

/** What the worker finishes links with. */
export interface FinishDeps {
  readonly worker: Kysely<DB>;
  /** As app_user: what is done to a connection is done as the connection. */
  readonly user: Kysely<DB>;
  readonly key: ConnectionsKey;
  readonly connectors: Connectors;
  readonly ask: (signal: AbortSignal) => AskVendor;
  readonly openProbe: OpenProbe;
  readonly setting: (name: string) => string | undefined;
  readonly now: () => Date;
  readonly log: Logger;
}

/** In which the vendor has to have answered everything. */
const LINK_MS = 90_000;

interface Claimed {
  readonly companyId: string;
  readonly connectionId: string;
  readonly id: string;
}

interface AttemptRow {
  readonly method: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly redirect_uri: string;
  readonly sealed: Buffer;
  readonly answer: Buffer | null;
  readonly user_id: string;
  readonly provider: ProviderKey;
}

/** Finishes a link: proves the credentials, asks whose account it is, and what we were granted. */
export function linkJobs(deps: FinishDeps): JobHandler {
  return async ({ companyId, key: id }, signal) => {
    if (companyId === undefined) return;
    const connectionId = await callFunction(deps.worker, "app.link_to_finish", [companyId, id]);
    if (!connectionId) return;
    await finishLink(deps, { companyId, connectionId, id }, signal);
  };
}

async function finishLink(deps: FinishDeps, claimed: Claimed, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LINK_MS)]);
  const { companyId, connectionId } = claimed;
  const as = <T>(work: (tx: Tx) => Promise<T>) => asCaller(deps.user, { userId: connectionId, companyId }, work);
  const attempt = await as((tx) => getAttempt(tx, claimed));
  if (!attempt) return;
  const connector = deps.connectors.find(attempt.provider);
  const method = connector?.manifest.methods.find(({ id }) => id === attempt.method);
  try {
    if (!connector || !method) throw new LinkRefused("connector-unavailable");
    const found = await proveLink(deps, claimed, attempt, connector, method, signal);
    await as((tx) => settleLink(tx, deps, claimed, { ...attempt, ...found }));
  } catch (error) {
    // Nobody refused anything: another process begins anew.
    if (stopping.aborted) throw error;
    const failure = failureOf(error);
    if (!failure) deps.log.error({ err: error, connection: connectionId }, "a link failed");
    else deps.log.info({ connection: connectionId, failure, reason: (error as Error).message }, "a link was not made");
    await as(async (tx) => {
      await endAttempt(tx, claimed, method?.kind === "private-key-jwt");
      await noteLinkFailure(tx, companyId, connectionId, failure ?? "connection-no-answer");
    });
  }
}

async function proveLink(
  deps: FinishDeps,
  claimed: Claimed,
  attempt: AttemptRow,
  connector: Connector,
  method: LinkMethod,
  signal: AbortSignal,
): Promise<{ account: Account; missing: readonly string[]; credentials: Credentials }> {
  const { key, now } = deps;
  const open = (box: Uint8Array, half: "begun" | "answered"): Secrets =>
    openCredentials(key, box, attemptBound(claimed, half));
  const begun = open(attempt.sealed, "begun");
  const answered = attempt.answer ? open(attempt.answer, "answered") : {};
  const context = (vault: Vault): AuthorizerContext => ({
    connectionId: claimed.connectionId,
    manifest: connector.manifest,
    method,
    typed: attempt.facts,
    vault,
    ask: deps.ask(signal),
    setting: deps.setting,
    now,
    newId: randomUUID,
  });
  const credentials = await credentialsFrom(context(openVault(begun)), begun, answered, attempt.redirect_uri);
  const linked = context(openVault(credentials));
  const authorizer = await openAuthorizer(linked);
  const way = deps.openProbe(connector, attempt.facts, authorizer, signal);
  try {
    const account = await connector.probe({ http: way.http, typed: attempt.facts, method: method.id, now });
    const granted = account.granted ?? authorizer.granted?.();
    const { forbidden, missing } = compareScopes(connector.manifest, granted);
    if (forbidden.length > 0) {
      await revokeAccess(linked).catch(() => {});
      throw new LinkRefused("connection-can-write");
    }
    // What a refresh brought meanwhile: the refresh token of before may have ended with it.
    return { account: { ...account, granted }, missing, credentials: await linked.vault.read() };
  } finally {
    await way.close();
  }
}

async function getAttempt(tx: Tx, { companyId, id }: Claimed): Promise<AttemptRow | undefined> {
  const { rows } =
    await sql<AttemptRow>`SELECT l.method, l.facts, l.redirect_uri, l.sealed, l.answer, l.user_id, k.provider
    FROM app.link_attempts l JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id
    WHERE l.company_id = ${companyId} AND l.id = ${id}`.execute(tx);
  return rows[0];
}

/** A key that the vendor does not know yet stays, for somebody to enter it there and to try again. */
async function endAttempt(tx: Tx, { companyId, id }: Claimed, isKey: boolean): Promise<void> {
  await (
    isKey
      ? sql`UPDATE app.link_attempts SET ready_at = NULL WHERE company_id = ${companyId} AND id = ${id}`
      : sql`DELETE FROM app.link_attempts WHERE company_id = ${companyId} AND id = ${id}`
  ).execute(tx);
}

function failureOf(error: unknown): string | undefined {
  if (error instanceof LinkRefused) return error.failure;
  if (error instanceof CredentialsRefused) return "connection-refused";
  if (error instanceof RequestFailed) return error.kind === "denied" ? "connection-refused" : "connection-no-answer";
  if (error instanceof Error && error.name === "TimeoutError") return "connection-no-answer";
  return undefined;
}
