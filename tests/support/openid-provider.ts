import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import Provider, { interactionPolicy } from "oidc-provider";
import type { SingleSignOnSettings } from "#server/auth/openid-provider.ts";
import { freePort } from "./server-process.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Who is sitting before the provider's page, and what they do there. */
interface Visitor {
  readonly sub: string;
  readonly amr?: readonly string[];
  readonly declines?: boolean;
}

/** Public providers are asked to let people choose one of their accounts. */
function asksForAccount() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}

/** A real OpenID provider on a port of its own, whose people sign in as soon as they are asked. */
export class OpenIdProvider {
  readonly settings: SingleSignOnSettings;
  /** What it knows about each of its people, by subject. */
  readonly people = new Map<string, Claims>();
  visitor: Visitor = { sub: "nobody" };
  #server: Server | undefined;
  #provider: Provider;
  #port: number;

  private constructor(port: number, callback: string, claimsInIdToken: boolean) {
    const issuer = `http://localhost:${port}`;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#port = port;
    this.settings = {
      issuer,
      clientId: "exhibit",
      clientSecret: "a secret of the tests, long enough for anybody",
      name: "Acme & Sons",
      domains: ["example.test", "acme.test"],
    };
    const { clientId, clientSecret } = this.settings;
    this.#provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
      clientDefaults: { id_token_signed_response_alg: "ES256" },
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "test" }] },
      cookies: { keys: ["of the tests"] },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      pkce: { required: () => true },
      conformIdTokenClaims: !claimsInIdToken,
      claims: {
        openid: ["sub", "amr"],
        email: ["email", "email_verified"],
        // The last six are Google's and Microsoft's own.
        profile: ["name", "given_name", "family_name", "hd", "tid", "oid", "xms_edov", "acct", "idp"],
      },
      features: { devInteractions: { enabled: false } },
      interactions: {
        policy: asksForAccount(),
        url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
      },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, ...this.people.get(sub) }),
      }),
      loadExistingGrant: async (ctx: { oidc: { session: { accountId: string } } }) => {
        const grant = new this.#provider.Grant({ clientId, accountId: ctx.oidc.session.accountId });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
  }

  /** `claimsInIdToken`: whether it says all it knows at once, or only to whoever asks with the access token. */
  static async for(callback: string, { claimsInIdToken = true } = {}): Promise<OpenIdProvider> {
    return new OpenIdProvider(await freePort(), callback, claimsInIdToken);
  }

  async listen(): Promise<void> {
    const answer = this.#provider.callback();
    this.#server = createServer((request, response) => {
      if (!request.url?.startsWith("/interaction/")) return answer(request, response);
      const { sub, amr, declines } = this.visitor;
      const result = declines
        ? { error: "access_denied", error_description: "<b>Words of the provider</b>" }
        : { login: { accountId: sub, remember: false, ...(amr ? { amr } : {}) }, select_account: {} };
      void this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
    await once(this.#server.listen(this.#port, "localhost"), "listening");
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}
