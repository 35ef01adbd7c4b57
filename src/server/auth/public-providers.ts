import * as client from "openid-client";
import * as z from "zod";
import { fail } from "../app-error.ts";
import type { PublicProviderKey } from "../endpoints/session.ts";
import { claimsOf, discover, TIMEOUT_SECONDS } from "./openid-provider.ts";
import { domainOf, provenIdentity } from "./proven-identity.ts";
import type { SignInProvider } from "./single-sign-on.ts";

/** What the operator was given when they registered this Exhibit with a provider. */
export interface PublicProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where it stands instead of at its own addresses; for tests. */
  readonly at?: string;
}

export type PublicProviders = Readonly<Partial<Record<PublicProviderKey, PublicProviderSettings>>>;

/**
 * Providers that anybody has an account with. Each is believed about an address only where it proves that the address is the
 * person's now, and about nothing else: a second factor of ours is asked for whatever they asked for. What is proved by whom is in
 * docs/decisions/0082.
 */
export const publicProviders: Readonly<
  Record<PublicProviderKey, (settings: PublicProviderSettings) => SignInProvider>
> = { google, microsoft, github };

const GOOGLE = "https://accounts.google.com";
const GOOGLE_MAIL = ["gmail.com", "googlemail.com"];

/**
 * Google knows whose an address is where it runs the mail: of Gmail, and of the domains of its Workspace customers (`hd`). Any other
 * address it verified once, when the account was made; it may be somebody else's by now.
 */
function google({ at = GOOGLE, ...registered }: PublicProviderSettings): SignInProvider {
  return {
    key: "google",
    name: "Google",
    scope: "openid email profile",
    parameters: { prompt: "select_account" },
    signsTokens: true,
    isIssuer: (issuer) => issuer === at,
    opensByAddress: true,
    configure: (ahead) => discover({ issuer: at, ...registered }, ahead),
    async identify(config, tokens) {
      const claims = await claimsOf(config, tokens);
      if (claims["email_verified"] !== true) return fail("single-sign-on-unverified");
      const identity = provenIdentity({ claims, issuer: claims.iss, subject: claims.sub });
      const runsMail = GOOGLE_MAIL.includes(domainOf(identity.email)) || isText(claims["hd"]);
      if (!runsMail) return fail("single-sign-on-unproven");
      return { identity, hasSecondFactor: false };
    },
  };
}

const MICROSOFT = "https://login.microsoftonline.com";
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The tenant of personal accounts. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";

/**
 * In Microsoft's tokens the address is what an administrator of any tenant wrote there (nOAuth). It counts where Microsoft says that
 * the tenant proved to own its domain (`xms_edov`), and only of the tenant's members: that word can be true of guests, whose address
 * another domain gave them. Who came is the object in the tenant: both are never given to somebody else.
 */
function microsoft({ at, ...registered }: PublicProviderSettings): SignInProvider {
  return {
    key: "microsoft",
    name: "Microsoft",
    scope: "openid email profile",
    parameters: { prompt: "select_account" },
    signsTokens: true,
    isIssuer: (issuer) => publicProviderOf(issuer) === "microsoft",
    opensByAddress: true,
    configure: (ahead) => discover({ issuer: at ?? `${MICROSOFT}/organizations/v2.0`, ...registered }, ahead),
    async identify(config, tokens) {
      // Only what is signed: the userinfo address knows nothing of who owns a domain.
      const claims = tokens.claims() ?? fail("single-sign-on-failed");
      const { tid, oid, acct, idp, xms_edov: owned } = claims;
      if (!isGuid(tid) || !isGuid(oid)) return fail("single-sign-on-failed");
      if (claims.iss !== (at ?? `${MICROSOFT}/${tid}/v2.0`)) return fail("single-sign-on-failed");
      const isOwned = owned === true || owned === 1 || owned === "1" || owned === "true";
      const isMember = (acct === 0 || acct === "0") && isOfTenant(idp, claims.iss, tid);
      if (!isOwned || !isMember || tid === CONSUMERS) return fail("single-sign-on-unproven");
      const identity = provenIdentity({ claims, issuer: `${MICROSOFT}/${tid}/v2.0`, subject: oid });
      return { identity, hasSecondFactor: false };
    },
  };
}

const GITHUB = "https://github.com";
const gitHubUser = z.object({ id: z.number().int().positive(), name: z.string().nullish(), login: z.string() });
const gitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/**
 * GitHub signs nothing: it is asked with the token. The address is the primary one, and GitHub verified it some day: enough for a new
 * account, and not to open one that is there.
 */
function github({ at, clientId, clientSecret }: PublicProviderSettings): SignInProvider {
  const origin = at ?? GITHUB;
  const api = at === undefined ? "https://api.github.com" : `${at}/api`;
  return {
    key: "github",
    name: "GitHub",
    scope: "read:user user:email",
    parameters: { prompt: "select_account" },
    signsTokens: false,
    isIssuer: (issuer) => issuer === GITHUB,
    opensByAddress: false,
    async configure(ahead) {
      const server = {
        issuer: origin,
        authorization_endpoint: `${origin}/login/oauth/authorize`,
        token_endpoint: `${origin}/login/oauth/access_token`,
      };
      const config = new client.Configuration(
        server,
        clientId,
        { [client.clockSkew]: ahead },
        client.ClientSecretPost(clientSecret),
      );
      config.timeout = TIMEOUT_SECONDS;
      if (origin.startsWith("http:")) client.allowInsecureRequests(config);
      return config;
    },
    async identify(config, { access_token: token }) {
      const read = async (path: string): Promise<unknown> => {
        const headers = new Headers({ accept: "application/vnd.github+json", "user-agent": "Exhibit" });
        const answer = await client.fetchProtectedResource(config, token, new URL(api + path), "GET", null, headers);
        return await answer.json();
      };
      const user = gitHubUser.parse(await read("/user"));
      const emails = gitHubEmails.parse(await read("/user/emails"));
      const proved = emails.find(({ primary, verified }) => primary && verified);
      if (!proved) return fail("single-sign-on-unverified");
      const claims = { email: proved.email, name: user.name ?? user.login };
      return { identity: provenIdentity({ claims, issuer: GITHUB, subject: String(user.id) }), hasSecondFactor: false };
    },
  };
}

/** Whose an issuer is, as its identities are kept. */
export function publicProviderOf(issuer: string): PublicProviderKey | undefined {
  if (issuer === GOOGLE) return "google";
  if (issuer === GITHUB) return "github";
  return issuer.startsWith(`${MICROSOFT}/`) ? "microsoft" : undefined;
}

/** Whether the tenant that signed the token also signed the person in; `idp` is left out where it did. */
const isOfTenant = (idp: unknown, issuer: string, tid: string) =>
  idp === undefined || idp === issuer || idp === `https://sts.windows.net/${tid}/`;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isGuid = (value: unknown): value is string => typeof value === "string" && GUID.test(value);
