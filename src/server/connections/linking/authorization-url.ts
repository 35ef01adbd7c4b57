import { createHash } from "node:crypto";
import type { Manifest } from "#connectors/connector.ts";
import type { LinkKind, LinkMethod } from "#connectors/link-method.ts";
import { newToken } from "../../auth/tokens.ts";
import { endpointUrl } from "../credentials/ask-vendor.ts";
import type { Secrets } from "./attempt.ts";

/** Kinds for which the browser goes to the vendor. */
const throughBrowser: ReadonlySet<LinkKind> = new Set(["oauth2", "github-app", "microsoft-consent"]);

/** Whether somebody is sent to the vendor for it; otherwise everything is typed. */
export function redirects({ kind }: LinkMethod): boolean {
  return throughBrowser.has(kind);
}

/** Where the browser is sent, the state that it carries, and what only the worker may know of it. */
export interface AuthorizationUrl {
  readonly url: URL;
  readonly state: string;
  readonly secrets: Secrets;
}

interface Way {
  readonly manifest: Manifest;
  readonly method: LinkMethod;
  readonly typed: Readonly<Record<string, string>>;
  readonly redirectUri: string;
  readonly setting: (name: string) => string | undefined;
}

/** The vendor's page on which access is granted: the authorization code flow with PKCE, or the vendor's own page for it. */
export function authorizationUrl(way: Way): AuthorizationUrl {
  const { manifest, method, typed, redirectUri, setting } = way;
  const oauth = method.oauth!;
  if (method.kind === "github-app") {
    // The App is set to ask for the person's authorization while it is installed: code and installation come back together.
    const path = `/apps/${encodeURIComponent(setting("GITHUB_APP_SLUG") ?? "")}/installations/new`;
    const state = newToken();
    const url = endpointUrl(manifest, { endpoint: oauth.authorize.endpoint, path }, typed);
    url.searchParams.set("state", state);
    return { url, state, secrets: {} };
  }
  const common = { client_id: setting(oauth.clientId) ?? "", redirect_uri: redirectUri };
  if (method.kind === "microsoft-consent") {
    const state = newToken();
    const url = endpointUrl(manifest, oauth.authorize, typed);
    url.search = new URLSearchParams({ ...common, scope: oauth.scopes.join(" "), state }).toString();
    return { url, state, secrets: {} };
  }
  return codeFlow(endpointUrl(manifest, oauth.authorize, typed), {
    ...common,
    ...(oauth.scopes.length > 0 && { scope: oauth.scopes.join(" ") }),
    ...oauth.parameters,
  });
}

/** After the consent at Microsoft: the same administrator signs in, so that the tenant is theirs and not what an address says. */
export function microsoftSignIn({ manifest, method, redirectUri, setting }: Way): AuthorizationUrl {
  const { endpoint } = method.oauth!.authorize;
  return codeFlow(endpointUrl(manifest, { endpoint, path: "/organizations/oauth2/v2.0/authorize" }, {}), {
    client_id: setting(method.oauth!.clientId) ?? "",
    redirect_uri: redirectUri,
    scope: "openid profile",
    response_mode: "query",
  });
}

function codeFlow(url: URL, parameters: Readonly<Record<string, string>>): AuthorizationUrl {
  const [state, verifier] = [newToken(), newToken()] as const;
  // A nonce comes back in an ID token, and is refused where none was asked for.
  const nonce = parameters["scope"]?.split(" ").includes("openid") ? newToken() : undefined;
  url.search = new URLSearchParams({
    response_type: "code",
    ...parameters,
    state,
    ...(nonce && { nonce }),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return { url, state, secrets: { verifier, ...(nonce && { nonce }) } };
}
