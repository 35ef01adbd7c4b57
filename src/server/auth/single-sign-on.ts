import * as client from "openid-client";
import type { Logger } from "pino";
import type { FailureName } from "#contract/failures.ts";
import { secondsAhead } from "../clock.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { AppError, fail } from "../app-error.ts";
import type { Ceremonies } from "./ceremonies.ts";
import type { ProvenIdentity } from "./identities.ts";

/** The OpenID provider that people may sign in with. */
export interface SingleSignOnSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the button names it. */
  readonly name: string;
  /** Mail domains whose addresses the provider is believed about, in lower case. */
  readonly domains: readonly string[];
}

interface Deps {
  readonly settings: SingleSignOnSettings;
  readonly appUrl: string;
  readonly ceremonies: Ceremonies;
  readonly now: () => Date;
  readonly log: Logger;
}

export const CALLBACK = "/auth/single-sign-on/callback";
const TEN_MINUTES = 10 * 60;
/** Of each request to the provider. */
const TIMEOUT_SECONDS = 5;
/** How long what the provider says about itself is believed. */
const FRESH_MS = 60 * 60 * 1_000;
/** Methods that are, or stand for, more than a password (RFC 8176). */
const SECOND_FACTORS = new Set(["mfa", "otp", "hwk", "sc"]);

/** Who comes back from the provider, and whether it asked them for a second factor. */
export interface Arrived {
  readonly identity: ProvenIdentity;
  readonly hasSecondFactor: boolean;
}

export type SingleSignOn = ReturnType<typeof openSingleSignOn>;

/**
 * Signing in with an OpenID provider: the authorization code flow with PKCE, state and nonce. The provider is asked about
 * itself when somebody first needs it, and again when that failed, so that Exhibit starts without it.
 */
export function openSingleSignOn({ settings, appUrl, ceremonies, now, log }: Deps) {
  const callback = appUrl + CALLBACK;
  let known: { config: Promise<client.Configuration>; since: number; ahead: number } | undefined;

  const provider = async (): Promise<client.Configuration> => {
    const at = now().getTime();
    // The library judges tokens by the machine's clock and this difference, which is none outside of tests.
    const ahead = secondsAhead(now);
    if (!known || at - known.since > FRESH_MS || known.ahead !== ahead)
      known = { config: discover(settings, ahead), since: at, ahead };
    const asked = known;
    try {
      return await asked.config;
    } catch (error) {
      if (known === asked) known = undefined;
      throw error;
    }
  };

  /** Whatever goes wrong becomes a sentence of ours. Of what the provider says, its error code alone goes to the log. */
  const failed = (error: unknown, otherwise: FailureName): never => {
    if (error instanceof AppError) throw error;
    const declined = error instanceof client.AuthorizationResponseError;
    const code = declined || error instanceof client.ResponseBodyError ? error.error : undefined;
    const failure = declined ? "single-sign-on-declined" : isAway(error) ? "single-sign-on-unreachable" : otherwise;
    log.warn({ failure, provider_error: code?.slice(0, 60), reasons: reasonsOf(error) }, "single sign-on failed");
    return fail(failure, error);
  };

  return {
    /** As the button names it. */
    name: settings.name,

    /** Where the browser has to go. Refuses `single-sign-on-unreachable`. */
    async start(request: Pick<RequestMeta, "setCookie">): Promise<URL> {
      const config = await provider().catch((error: unknown) => failed(error, "single-sign-on-unreachable"));
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      await ceremonies.begin(request, "single-sign-on", secrets, { seconds: TEN_MINUTES });
      return client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: "openid email profile",
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
    },

    /**
     * Reads what the provider sent the browser back with; `query` is what stands behind the question mark. Refuses with one
     * of the sentences about single sign-on.
     */
    async finish(query: URLSearchParams, request: Pick<RequestMeta, "cookie">): Promise<Arrived> {
      const begun = (await ceremonies.finish(request, "single-sign-on")) ?? fail("single-sign-on-failed");
      const address = new URL(callback);
      address.search = query.toString();
      try {
        const config = await provider();
        const tokens = await client.authorizationCodeGrant(config, address, {
          expectedState: begun["state"]!,
          expectedNonce: begun["nonce"]!,
          pkceCodeVerifier: begun["verifier"]!,
          idTokenExpected: true,
        });
        const claims = tokens.claims() ?? fail("single-sign-on-failed");
        // A provider may keep what it knows about a person for whoever asks with the access token.
        const about =
          claims["email"] === undefined ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
        const methods = Array.isArray(claims["amr"]) ? (claims["amr"] as unknown[]) : [];
        return {
          identity: prove({ ...about, iss: claims.iss, sub: claims.sub }, settings.domains),
          hasSecondFactor: methods.some((method) => SECOND_FACTORS.has(String(method))),
        };
      } catch (error) {
        return failed(error, "single-sign-on-failed");
      }
    },
  };
}

async function discover(
  { issuer, clientId, clientSecret }: SingleSignOnSettings,
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

/** Refuses `single-sign-on-unverified` and `single-sign-on-foreign`. */
function prove(claims: Readonly<Record<string, unknown>>, domains: readonly string[]): ProvenIdentity {
  const email = textOf(claims["email"], 254).toLowerCase();
  if (claims["email_verified"] !== true || !/^[^\s@]+@[^\s@]+$/.test(email)) return fail("single-sign-on-unverified");
  if (!domains.includes(email.slice(email.indexOf("@") + 1))) return fail("single-sign-on-foreign");
  const [first = "", ...more] = textOf(claims["name"], 120).split(" ");
  return {
    issuer: String(claims["iss"]),
    subject: String(claims["sub"]),
    email,
    firstName:
      textOf(claims["given_name"], 60) || first.slice(0, 60) || email.slice(0, email.indexOf("@")).slice(0, 60),
    lastName: textOf(claims["family_name"], 60) || (claims["given_name"] ? "" : more.join(" ").slice(0, 60)),
  };
}

/** What a provider calls a person, as one line of text. */
function textOf(claim: unknown, most: number): string {
  return typeof claim === "string" ? claim.replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim().slice(0, most) : "";
}

/** What the library found, without the claims and answers that it found it in. */
function reasonsOf(error: unknown): string[] {
  return error instanceof Error ? [`${error.name}: ${error.message}`, ...reasonsOf(error.cause)] : [];
}

/** Nobody answered, or not in time, or the provider itself is in trouble. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "TimeoutError" || error.name === "AbortError") return true;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  const { cause } = error;
  if (cause instanceof Response) return cause.status >= 500;
  return isAway(cause);
}
