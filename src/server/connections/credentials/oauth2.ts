import { CredentialsRefused } from "#connectors/http.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { endpointUrl } from "./ask-vendor.ts";
import type { AuthorizerContext, Credentials } from "./context.ts";
import { requestTokens, scopesIn } from "./token-request.ts";
import type { Tokens } from "./token-request.ts";

const MARGIN_MS = 60_000;

/** Tokens of the authorization code flow, refreshed when they end, by one process at a time. */
export async function oauth2(context: AuthorizerContext): Promise<Authorizer> {
  const { vault, now } = context;
  let held = await vault.read();
  const seen = new Set<string>();
  const note = (credentials: Credentials) => {
    for (const name of ["accessToken", "refreshToken"]) if (credentials[name]) seen.add(credentials[name]);
    held = credentials;
  };
  note(held);
  const renew = async () => note(await vault.replace(held, (newest) => refreshed(context, newest)));
  return {
    headersFor: async () => {
      const ends = Date.parse(held["expiresAt"] ?? "");
      if (held["refreshToken"] && ends - MARGIN_MS <= now().getTime()) await renew();
      return { authorization: `Bearer ${held["accessToken"] ?? ""}` };
    },
    refresh: async () => {
      if (!held["refreshToken"]) return false;
      await renew();
      return true;
    },
    secrets: () => [...seen],
    granted: () => scopesIn(held["scope"]),
  };
}

/** What is kept of a token answer. A vendor that does not rotate sends no new refresh token: the old one stays. */
export function credentialsOf(tokens: Tokens, before: Credentials = {}): Credentials {
  const refreshToken = tokens.refreshToken ?? before["refreshToken"];
  return {
    accessToken: tokens.accessToken,
    expiresAt: tokens.expiresAt.toISOString(),
    ...(refreshToken && { refreshToken }),
    ...((tokens.scope ?? before["scope"]) && { scope: tokens.scope ?? before["scope"]! }),
  };
}

/** The client that this installation is at the vendor, for a token request. */
export function clientOf({ method, setting }: Pick<AuthorizerContext, "method" | "setting">) {
  return { client_id: setting(method.oauth!.clientId), client_secret: setting(method.oauth!.clientSecret) };
}

async function refreshed(context: AuthorizerContext, newest: Credentials): Promise<Credentials> {
  const { manifest, method, typed, ask, now } = context;
  const refreshToken = newest["refreshToken"];
  if (!refreshToken) throw new CredentialsRefused("there is nothing to refresh with");
  const url = endpointUrl(manifest, method.oauth!.token, typed);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, ...clientOf(context) };
  return credentialsOf(await requestTokens(ask, url, form, now()), newest);
}
