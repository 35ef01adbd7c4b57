import * as client from "openid-client";
import type { Logger } from "pino";
import type { FailureName } from "#contract/failures.ts";
import { secondsAhead } from "../clock.ts";
import type { SignInProviderKey } from "../endpoints/session.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { AppError, fail } from "../app-error.ts";
import type { Ceremonies } from "./ceremonies.ts";
import type { ProvenIdentity } from "./identities.ts";

/** One that people may sign in with: what differs from one provider to another. */
export interface SignInProvider {
  /** In its addresses, and in the history of sign-ins. */
  readonly key: SignInProviderKey;
  /** As the button names it. */
  readonly name: string;
  readonly scope: string;
  /** Parameters of the authorization request besides those of the flow. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether it signs who came (OpenID Connect), or has to be asked with the token (OAuth 2.0). */
  readonly signsTokens: boolean;
  /** Whether an identity's issuer is this provider. */
  readonly isIssuer: (issuer: string) => boolean;
  /** Whether its word about an address opens the account that has it; otherwise the account's owner connects the provider. */
  readonly opensByAddress: boolean;
  /** What it says about itself; `ahead` is how many seconds our clock is before the machine's. */
  readonly configure: (ahead: number) => Promise<client.Configuration>;
  /** Who came. Refuses with one of the sentences about single sign-on. */
  readonly identify: (config: client.Configuration, tokens: Tokens) => Promise<Arrived>;
}

export type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** Who comes back from the provider, and whether it asked them for a second factor. */
export interface Arrived {
  readonly identity: ProvenIdentity;
  readonly hasSecondFactor: boolean;
}

/** The secrets of an authorization request; `session` is whose account is being connected, `staff` that it is for the staff portal. */
export type Begun = Readonly<Record<string, string>>;

interface Deps {
  readonly provider: SignInProvider;
  readonly appUrl: string;
  readonly ceremonies: Ceremonies;
  readonly now: () => Date;
  readonly log: Logger;
}

const TEN_MINUTES = 10 * 60;
/** How long what the provider says about itself is believed. */
const FRESH_MS = 60 * 60 * 1_000;

export type SingleSignOn = ReturnType<typeof openSingleSignOn>;

/** Where a browser begins with a provider, and where that sends it back to. */
export const startPath = (key: SignInProviderKey) => `/auth/${key}/start`;
/** Where staff begin with a provider; it sends them back to the same address as everybody. */
export const staffStartPath = (key: SignInProviderKey) => `/auth/${key}/staff`;
export const callbackPath = (key: SignInProviderKey) => `/auth/${key}/callback`;

/**
 * Signing in with a provider: the authorization code flow with PKCE, state and, where it signs its tokens, nonce. The provider
 * is asked about itself when somebody first needs it, and again when that failed, so that Exhibit starts without it.
 */
export function openSingleSignOn({ provider, appUrl, ceremonies, now, log }: Deps) {
  const { key } = provider;
  const callback = appUrl + callbackPath(key);
  let known: { config: Promise<client.Configuration>; since: number; ahead: number } | undefined;

  const configuration = async (): Promise<client.Configuration> => {
    const at = now().getTime();
    // The library judges tokens by the machine's clock and this difference, which is none outside of tests.
    const ahead = secondsAhead(now);
    if (!known || at - known.since > FRESH_MS || known.ahead !== ahead)
      known = { config: provider.configure(ahead), since: at, ahead };
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
    const facts = { provider: key, failure, provider_error: code?.slice(0, 60), reasons: reasonsOf(error) };
    log.warn(facts, "single sign-on failed");
    return fail(failure, error);
  };

  return {
    key,
    /** As the button names it. */
    name: provider.name,
    opensByAddress: provider.opensByAddress,
    isIssuer: provider.isIssuer,

    /**
     * Where the browser has to go; what it is begun `for` comes back with it. With a session it connects the provider to that one's
     * account, for staff it opens their page. Refuses `single-sign-on-unreachable`.
     */
    async start(
      request: Pick<RequestMeta, "setCookie">,
      begunFor: { readonly session?: string; readonly staff?: "yes" } = {},
    ): Promise<URL> {
      const config = await configuration().catch((error: unknown) => failed(error, "single-sign-on-unreachable"));
      const secrets = {
        provider: key,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        ...begunFor,
      };
      await ceremonies.begin(request, "single-sign-on", secrets, { seconds: TEN_MINUTES });
      return client.buildAuthorizationUrl(config, {
        ...provider.parameters,
        redirect_uri: callback,
        scope: provider.scope,
        state: secrets.state,
        ...(provider.signsTokens && { nonce: secrets.nonce }),
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
    },

    /** What this browser began with the provider, which is used up. Refuses `single-sign-on-failed`. */
    async takeBegun(request: Pick<RequestMeta, "cookie">): Promise<Begun> {
      const begun = (await ceremonies.finish(request, "single-sign-on")) ?? fail("single-sign-on-failed");
      // What was begun with one provider is not ended by the answer of another (mix-up, RFC 9700 section 4.4).
      return begun["provider"] === key ? begun : fail("single-sign-on-failed");
    },

    /**
     * Reads what the provider sent the browser back with; `query` is what stands behind the question mark. Refuses with one
     * of the sentences about single sign-on.
     */
    async finish(begun: Begun, query: URLSearchParams): Promise<Arrived> {
      const address = new URL(callback);
      address.search = query.toString();
      try {
        const config = await configuration();
        const tokens = await client.authorizationCodeGrant(config, address, {
          expectedState: begun["state"]!,
          ...(provider.signsTokens && { expectedNonce: begun["nonce"]!, idTokenExpected: true }),
          pkceCodeVerifier: begun["verifier"]!,
        });
        return await provider.identify(config, tokens);
      } catch (error) {
        return failed(error, "single-sign-on-failed");
      }
    },
  };
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
