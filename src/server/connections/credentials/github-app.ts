import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { endpointUrl, fieldsOf } from "./ask-vendor.ts";
import type { AuthorizerContext } from "./context.ts";
import { minted } from "./minted.ts";
import { privateKeyIn, signToken } from "./signed-token.ts";

/** What GitHub lists on one page at most, and how many pages are looked through. */
const PAGE = 100;
const PAGES = 10;

/**
 * An installation of our GitHub App. Its tokens live an hour and are minted from a JWT of the App; what asks about the App
 * itself, below /app, is asked by that JWT.
 */
export async function githubApp(context: AuthorizerContext): Promise<Authorizer> {
  const { typed, ask, now } = context;
  const key = privateKeyIn(context.setting("GITHUB_APP_PRIVATE_KEY") ?? "");
  const asApp = () => signToken({ key, issuer: context.setting("GITHUB_APP_ID") ?? "", now: now(), seconds: 540 });
  const jwts = new Set<string>();
  const url = installationUrl(context, typed["installationId"] ?? "");
  const installation = minted(async () => {
    const { status, text } = await ask({ method: "POST", url, headers: { authorization: `Bearer ${await asApp()}` } });
    const { token, expires_at: ends } = fieldsOf(text);
    // 403: suspended; 404: the App was uninstalled.
    if (status === 401 || status === 403 || status === 404)
      throw new CredentialsRefused(`${status} for the installation of the GitHub App`);
    if (typeof token !== "string") throw new RequestFailed("failed", `${status} at ${url.host}`, status);
    return { token, expiresAt: new Date(typeof ends === "string" ? ends : now().getTime() + 3_600_000) };
  }, now);
  return {
    ...installation,
    headersFor: async (request) => {
      if (!/^\/app(\/|$)/.test(request.url.pathname)) return await installation.headersFor(request);
      const jwt = await asApp();
      jwts.add(jwt);
      return { authorization: `Bearer ${jwt}` };
    },
    secrets: () => [...installation.secrets(), ...jwts],
  };
}

/**
 * Whether the person whose token this is owns the organization of this installation of our App: what the browser brought back is
 * only a claim. GitHub lists an installation for everybody who may read one repository of it, so the list alone is no proof.
 */
export async function ownsInstallation(
  context: AuthorizerContext,
  userToken: string,
  installationId: string,
): Promise<boolean> {
  const { manifest, typed } = context;
  const account = await findAccount(context, userToken, installationId);
  if (typeof account?.login !== "string" || account.type !== "Organization") return false;
  const path = `/user/memberships/orgs/${encodeURIComponent(account.login)}`;
  const url = endpointUrl(manifest, { endpoint: "api", path }, typed);
  const found = await askAs(context, userToken, url, [403, 404]);
  const { state, role, organization } = found as { state?: unknown; role?: unknown; organization?: { id?: unknown } };
  return state === "active" && role === "admin" && organization?.id === account.id;
}

interface ListedAccount {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly type?: unknown;
}

/** Whose installation it is, if GitHub lists it for this person. */
async function findAccount(
  context: AuthorizerContext,
  userToken: string,
  installationId: string,
): Promise<ListedAccount | undefined> {
  for (let page = 1; page <= PAGES; page++) {
    const url = endpointUrl(context.manifest, { endpoint: "api", path: "/user/installations" }, context.typed);
    url.search = new URLSearchParams({ per_page: String(PAGE), page: String(page) }).toString();
    const listed = (await askAs(context, userToken, url))["installations"];
    const installations = Array.isArray(listed) ? (listed as { id?: unknown; account?: ListedAccount }[]) : [];
    const found = installations.find(({ id }) => String(id) === installationId);
    if (found) return found.account;
    if (installations.length < PAGE) return undefined;
  }
  return undefined;
}

/** What GitHub answers this person; nothing for the refusals that are an answer. */
async function askAs({ ask }: AuthorizerContext, userToken: string, url: URL, refusals: readonly number[] = []) {
  const { status, text } = await ask({ method: "GET", url, headers: { authorization: `Bearer ${userToken}` } });
  if (refusals.includes(status)) return {};
  if (status >= 400) throw new RequestFailed("failed", `${status} at ${url.host}${url.pathname}`, status);
  return fieldsOf(text);
}

function installationUrl({ manifest, typed }: AuthorizerContext, installationId: string): URL {
  if (!/^\d{1,20}$/.test(installationId)) throw new CredentialsRefused("no installation of the GitHub App is known");
  return endpointUrl(manifest, { endpoint: "api", path: `/app/installations/${installationId}/access_tokens` }, typed);
}
