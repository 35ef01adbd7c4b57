import * as client from "openid-client";
import { fail } from "../app-error.ts";
import { domainOf, provenIdentity } from "./proven-identity.ts";
import type { SignInProvider, Tokens } from "./single-sign-on.ts";

/** The operator's own OpenID provider. */
export interface SingleSignOnSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the button names it. */
  readonly name: string;
  /** Mail domains whose addresses the provider is believed about, in lower case. */
  readonly domains: readonly string[];
}

/** Of each request to a provider. */
export const TIMEOUT_SECONDS = 5;
/** Methods that are, or stand for, more than a password (RFC 8176). */
const SECOND_FACTORS = new Set(["mfa", "otp", "hwk", "sc"]);

/** The provider of an organization: believed about the addresses of its mail domains, and about the second factor. */
export function openIdProvider(settings: SingleSignOnSettings): SignInProvider {
  return {
    key: "single-sign-on",
    name: settings.name,
    scope: "openid email profile",
    signsTokens: true,
    isIssuer: (issuer) => issuer === settings.issuer,
    opensByAddress: true,
    configure: (ahead) => discover(settings, ahead),
    async identify(config, tokens) {
      const claims = await claimsOf(config, tokens);
      if (claims["email_verified"] !== true) return fail("single-sign-on-unverified");
      const identity = provenIdentity({ claims, issuer: claims.iss, subject: claims.sub });
      if (!settings.domains.includes(domainOf(identity.email))) return fail("single-sign-on-foreign");
      const methods = Array.isArray(claims["amr"]) ? (claims["amr"] as unknown[]) : [];
      return { identity, hasSecondFactor: methods.some((method) => SECOND_FACTORS.has(String(method))) };
    },
  };
}

/** What a provider says about who came, signed; where it keeps the address for whoever has the access token, with that. */
export async function claimsOf(config: client.Configuration, tokens: Tokens): Promise<client.IDToken> {
  const claims = tokens.claims() ?? fail("single-sign-on-failed");
  if (claims["email"] !== undefined) return claims;
  const about = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...about, ...claims };
}

/** Asks an OpenID provider about itself. */
export async function discover(
  { issuer, clientId, clientSecret }: Pick<SingleSignOnSettings, "issuer" | "clientId" | "clientSecret">,
  ahead: number,
): Promise<client.Configuration> {
  const post = client.ClientSecretPost(clientSecret);
  const basic = client.ClientSecretBasic(clientSecret);
  const authenticate: client.ClientAuth = (server, ...rest) => {
    // Where a provider says nothing, it is the header (OpenID Connect Discovery, section 3).
    const isPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") === false;
    return (isPost ? post : basic)(server, ...rest);
  };
  const execute = [client.enableNonRepudiationChecks];
  // The settings allow it on this machine alone.
  if (issuer.startsWith("http:")) execute.push(client.allowInsecureRequests);
  const clock = { [client.clockTolerance]: 30, [client.clockSkew]: ahead };
  return await client.discovery(new URL(issuer), clientId, clock, authenticate, {
    timeout: TIMEOUT_SECONDS,
    execute,
  });
}
