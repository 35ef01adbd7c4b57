import type { FailureName } from "#contract/failures.ts";
import { can } from "#domain/access.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { callFunction } from "../../db/functions.ts";
import type { RowOf } from "../../db/functions.ts";
import type { Session } from "../../endpoints/session.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Connectors } from "../connectors.ts";
import { actAs, asCaller } from "../../db/as-caller.ts";
import type { Tx } from "../../db/as-caller.ts";
import type { Databases } from "../../db/connections.ts";
import { endpointUrl } from "../credentials/ask-vendor.ts";
import { findSealingKey } from "../connections-key.ts";
import { insertAttempt, sealHalf } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";
import type { ConnectService } from "./begin-link.ts";
import { redirectUriOf } from "./begin-link.ts";
import { noteLinkFailure } from "./link-failure.ts";
import { microsoftSignIn } from "./authorization-url.ts";

interface Deps {
  readonly databases: Databases;
  readonly connectors: Connectors;
  readonly desk: ConnectService;
}

/** Where somebody who comes back from a vendor is sent on to. */
export type WentOn =
  | { readonly to: "connection"; readonly connectionId: string }
  | { readonly to: "vendor"; readonly url: URL }
  | { readonly to: "failure"; readonly failure: FailureName };

type TakenRow = RowOf<"app.take_link">;

/**
 * Takes the vendor's answer, which counts once: in the session that was sent there, within ten minutes, at the vendor's own address.
 * What is secret of it is sealed for the worker, and not looked at here.
 */
export async function comeBack(
  deps: Deps,
  provider: ProviderKey,
  query: URLSearchParams,
  session: Session,
): Promise<WentOn> {
  const caller = { userId: session.userId, secondFactor: session.hasSecondFactor };
  return await asCaller(deps.databases.user, caller, async (tx) => {
    const [row] = await callFunction(tx, "app.take_link", [sha256(query.get("state") ?? "")]);
    if (!row) return { to: "failure", failure: "connection-expired" };
    await actAs(tx, { ...caller, companyId: row.company_id });
    const role = await callFunction(tx, "app.my_role", []);
    if (!role || !can(role, "connections.manage")) return { to: "failure", failure: "connection-denied" };
    const stopped = whatIsWrong(deps, row, provider, query, session);
    if (!stopped) return await goOn(tx, deps, row, query, session);
    await noteLinkFailure(tx, row.company_id, row.connection_id, stopped);
    return { to: "connection", connectionId: row.connection_id };
  });
}

/** Why an answer does not count: the name of a failure, or a sentence. */
function whatIsWrong(
  { desk, connectors }: Deps,
  row: TakenRow,
  provider: ProviderKey,
  query: URLSearchParams,
  session: Session,
): string | undefined {
  const isOurs =
    row.provider === provider &&
    row.redirect_uri === redirectUriOf(desk.appUrl, provider) &&
    row.session_sha256.equals(sha256(session.id)) &&
    row.expires_at.getTime() > desk.now().getTime();
  if (!isOurs) return "connection-expired";
  const { manifest, method } = partsOf(connectors, row);
  if (!manifest || !method?.oauth) return "connector-unavailable";
  const issuer = query.get("iss");
  // RFC 9207: an answer of another vendor, which may have been led here, is not given to this one.
  if (issuer !== null && URL.parse(issuer)?.origin !== endpointUrl(manifest, method.oauth.authorize, row.facts).origin)
    return "connection-denied";
  const error = query.get("error");
  if (error === null) return undefined;
  if (/^(access_denied|consent_required)$/.test(error)) return "connection-denied";
  const code = error.replace(/[^\w.-]/g, "").slice(0, 60);
  return `The provider answered "${code}". Nothing was connected.`;
}

async function goOn(
  tx: Tx,
  { desk, connectors }: Deps,
  row: TakenRow,
  query: URLSearchParams,
  session: Session,
): Promise<WentOn> {
  const { manifest, method } = partsOf(connectors, row);
  const publicKey = await findSealingKey(tx);
  const attempt: Attempt = {
    companyId: row.company_id,
    id: row.id,
    connectionId: row.connection_id,
    userId: session.userId,
    method: row.method,
    facts: row.facts,
    sessionId: session.id,
    redirectUri: row.redirect_uri,
  };
  if (!publicKey || !manifest || !method) return { to: "failure", failure: "connector-unavailable" };
  const at = desk.now();
  const tenantId = query.get("tenant");
  if (method.kind === "microsoft-consent" && !query.has("code") && tenantId !== null) {
    const way = { manifest, method, typed: row.facts, redirectUri: row.redirect_uri, setting: desk.setting };
    const page = microsoftSignIn(way);
    // By our own id the probe finds what the tenant granted us.
    const clientId = desk.setting(method.oauth?.clientId ?? "") ?? "";
    const next = { ...attempt, facts: { ...row.facts, clientId, tenantId: tenantId.slice(0, 60) } };
    await insertAttempt(tx, next, "away", { begun: sealHalf(publicKey, next, "begun", page.secrets) }, at, page.state);
    return { to: "vendor", url: page.url };
  }
  const installationId = query.get("installation_id");
  const facts = installationId === null ? row.facts : { ...row.facts, installationId: installationId.slice(0, 20) };
  const answered = { ...attempt, facts };
  const answer = sealHalf(publicKey, answered, "answered", { code: (query.get("code") ?? "").slice(0, 4_000) });
  await insertAttempt(tx, answered, "ready", { begun: row.sealed, answer }, at);
  return { to: "connection", connectionId: row.connection_id };
}

function partsOf(connectors: Connectors, row: TakenRow) {
  const manifest = connectors.find(row.provider)?.manifest;
  return { manifest, method: manifest?.methods.find(({ id }) => id === row.method) };
}
