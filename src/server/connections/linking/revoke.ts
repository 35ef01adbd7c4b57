import { randomUUID } from "node:crypto";
import type { LinkMethod } from "#connectors/link-method.ts";
import { RequestFailed } from "#connectors/http.ts";
import { callFunction } from "../../db/functions.ts";
import type { RowOf } from "../../db/functions.ts";
import { endpointUrl } from "../credentials/ask-vendor.ts";
import { openVault } from "../credentials/context.ts";
import type { AuthorizerContext } from "../credentials/context.ts";
import { openAuthorizer } from "../credentials/open-authorizer.ts";
import { clientOf } from "../credentials/oauth2.ts";
import type { JobHandler } from "../../jobs/run-jobs.ts";
import { boundTo, openCredentials } from "../vault.ts";
import type { FinishDeps } from "./finish-links.ts";

const REQUEST_MS = 20_000;

type EndedRow = RowOf<"app.ended_link">;

/** Ends our access at the vendor of a connection that was disconnected, and forgets the credentials. Nobody waits for it. */
export function endedLinkJobs(deps: FinishDeps): JobHandler {
  return async ({ companyId, key: connectionId }, signal) => {
    if (companyId === undefined) return;
    const owner = { companyId, connectionId };
    const [row] = await callFunction(deps.worker, "app.ended_link", [companyId, connectionId]);
    if (!row) return;
    try {
      await endLink(deps, owner, row, AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]));
    } catch (error) {
      // Only a vendor that did not answer, or was not heard out, is asked again.
      if (signal.aborted || (error instanceof RequestFailed && error.status === 0)) throw error;
      deps.log.info({ connection: connectionId, reason: (error as Error).message }, "access was not revoked");
    }
    await callFunction(deps.worker, "app.forget_ended_link", [companyId, connectionId]);
  };
}

interface Owner {
  readonly companyId: string;
  readonly connectionId: string;
}

async function endLink(deps: FinishDeps, owner: Owner, row: EndedRow, signal: AbortSignal): Promise<void> {
  const manifest = deps.connectors.find(row.provider)?.manifest;
  const method = manifest?.methods.find(({ id }) => id === row.method);
  if (!manifest || !method) return;
  await revokeAccess({
    connectionId: owner.connectionId,
    manifest,
    method,
    typed: row.typed,
    vault: openVault(openCredentials(deps.key, row.sealed, boundTo(owner, row.version))),
    ask: deps.ask(signal),
    setting: deps.setting,
    now: deps.now,
    newId: randomUUID,
  });
}

/**
 * Tells the vendor that the access is over, where it can be told: tokens are revoked (RFC 7009), our GitHub App is uninstalled. What
 * somebody typed is theirs to withdraw. Throws `RequestFailed`.
 */
export async function revokeAccess(context: AuthorizerContext): Promise<void> {
  const { manifest, method, typed, vault, ask } = context;
  if (method.kind === "github-app") {
    const path = `/app/installations/${encodeURIComponent(typed["installationId"] ?? "")}`;
    const url = endpointUrl(manifest, { endpoint: "api", path }, typed);
    const authorizer = await openAuthorizer(context);
    const headers = await authorizer.headersFor({ url, method: "DELETE", headers: {}, body: undefined });
    return expectDone(await ask({ method: "DELETE", url, headers }), url);
  }
  const place = revocationOf(method);
  if (!place) return;
  const { refreshToken, accessToken } = await vault.read();
  const url = endpointUrl(manifest, place, typed);
  const token = refreshToken ?? accessToken;
  if (!token) return;
  const client = clientOf(context);
  const body = new URLSearchParams({
    token,
    token_type_hint: refreshToken ? "refresh_token" : "access_token",
    ...(client.client_id && { client_id: client.client_id }),
    ...(client.client_secret && { client_secret: client.client_secret }),
  }).toString();
  expectDone(
    await ask({ method: "POST", url, headers: { "content-type": "application/x-www-form-urlencoded" }, body }),
    url,
  );
}

const revocationOf = ({ kind, oauth }: LinkMethod) => (kind === "oauth2" ? oauth?.revoke : undefined);

function expectDone({ status }: { readonly status: number }, url: URL): void {
  if (status >= 500 || status === 429) throw new RequestFailed("failed", `no answer from ${url.host}`);
  if (status >= 400) throw new RequestFailed("failed", `${status} at ${url.host}`, status);
}
