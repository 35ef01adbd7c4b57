import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import Provider from "oidc-provider";
import type { Connector } from "#connectors/connector.ts";
import { sampleConnector, tokenMethod } from "./sample-connector.ts";
import { freePort } from "./server-process.ts";

/** Accounts of the vendor by who signs in: what its API says of them. */
type Accounts = Map<string, { readonly id: string; readonly login: string; readonly scopes?: readonly string[] }>;

/**
 * A vendor whose accounts can be linked: oidc-provider, which enforces PKCE, rotates refresh tokens and ends a grant whose old one is
 * used again, in front of an API that takes its tokens and nothing else.
 */
export class OauthVendor {
  readonly origin: string;
  readonly accounts: Accounts = new Map();
  /** Tokens that the API takes although the provider did not make them. */
  readonly typed = new Set<string>();
  /** What else it answers, by path: JSON, or whatever a function does with the response. */
  readonly also = new Map<string, unknown>();
  /** Who is sitting before its page; undefined declines. */
  visitor: string | undefined = "ada";
  /** Requests to the token and revocation endpoints, as forms. */
  readonly asked: { readonly path: string; readonly form: URLSearchParams }[] = [];
  #server: Server | undefined;
  #provider: Provider;
  #port: number;
  #redirectUris: readonly string[];

  private constructor(port: number, redirectUris: readonly string[]) {
    this.#port = port;
    this.#redirectUris = redirectUris;
    this.origin = `http://localhost:${port}`;
    this.#provider = this.#open([]);
  }

  /** The customer enters the public key of their own application. */
  enter(key: unknown): void {
    this.#provider = this.#open([key]);
  }

  #open(keys: readonly unknown[]): Provider {
    const redirectUris = this.#redirectUris;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const scopes = ["openid", "offline_access", "members:read", "alerts:read", "members:write"];
    const provider: Provider = new Provider(this.origin, {
      clients: [
        {
          client_id: "exhibit",
          client_secret: VENDOR.CLIENT_SECRET,
          redirect_uris: redirectUris,
          grant_types: ["authorization_code", "refresh_token"],
          token_endpoint_auth_method: "client_secret_post",
          scope: scopes.join(" "),
        },
        {
          client_id: "customer-app",
          redirect_uris: [],
          response_types: [],
          grant_types: ["client_credentials"],
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_signing_alg: "ES256",
          jwks: { keys: keys.length > 0 ? keys : [anyKey()] },
          scope: "members:read alerts:read",
        },
      ],
      clientDefaults: { id_token_signed_response_alg: "ES256" },
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "vendor" }] },
      cookies: { keys: ["of the tests"] },
      scopes,
      pkce: { required: () => true },
      ttl: {
        Interaction: 600,
        Session: 600,
        AccessToken: 600,
        AuthorizationCode: 60,
        ClientCredentials: 600,
        Grant: 86_400,
        RefreshToken: 86_400,
      },
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
      features: {
        devInteractions: { enabled: false },
        revocation: { enabled: true },
        clientCredentials: { enabled: true },
      },
      interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
      loadExistingGrant: async (ctx: { oidc: { session: { accountId: string } } }) => {
        const grant = new provider.Grant({ clientId: "exhibit", accountId: ctx.oidc.session.accountId });
        grant.addOIDCScope(scopes.join(" "));
        await grant.save();
        return grant;
      },
    });
    return provider;
  }

  static async for(...redirectUris: string[]): Promise<OauthVendor> {
    return new OauthVendor(await freePort(), redirectUris);
  }

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      const path = (request.url ?? "/").split("?", 1)[0]!;
      const instead = this.also.get(path);
      if (typeof instead === "function") return void instead(response);
      if (instead !== undefined) return sendJson(response, 200, instead);
      if (path === "/account") return void this.#account(request, response);
      if (path.startsWith("/interaction/")) return this.#interact(request, response);
      if (request.method === "POST" && path.startsWith("/token")) this.#note(path, request);
      this.#provider.callback()(request, response);
    });
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, "localhost", resolve));
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  #note(path: string, request: IncomingMessage): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => this.asked.push({ path, form: new URLSearchParams(Buffer.concat(chunks).toString()) }));
  }

  #interact(request: IncomingMessage, response: ServerResponse): void {
    const result = this.visitor
      ? { login: { accountId: this.visitor, remember: false } }
      : { error: "access_denied", error_description: "<b>Words of the vendor</b>" };
    void this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async #account(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^\S+ (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const found = await this.#provider.AccessToken.find(token);
    const machine = await this.#provider.ClientCredentials.find(token);
    const name = found?.accountId ?? (machine ? "customer-app" : this.typed.has(token) ? "typed" : undefined);
    const account = name === undefined ? undefined : this.accounts.get(name);
    if (!account) return sendJson(response, 401, { error: "unauthorized" });
    sendJson(response, 200, { ...account, ...(found && !account.scopes && { scopes: found.scope?.split(" ") }) });
  }
}

/** Settings of the installation at this vendor, and its secret, which must appear nowhere. */
export const VENDOR = { CLIENT_ID: "exhibit", CLIENT_SECRET: "canary-client-secret-0123456789abcdef" } as const;

/** A connector of this vendor: by its page, by a key, and by a token. */
export function vendorConnector(vendor: OauthVendor): Connector {
  const origin = { origin: vendor.origin };
  const oauth = {
    authorize: { endpoint: "login", path: "/auth" },
    token: { endpoint: "login", path: "/token" },
    revoke: { endpoint: "login", path: "/token/revocation" },
    scopes: ["openid", "offline_access", "members:read", "alerts:read"],
    parameters: {},
    rotates: true,
    clientId: "CLIENT_ID",
    clientSecret: "CLIENT_SECRET",
  };
  const common = { explanation: "", instructions: [], fields: [], settings: [] };
  return sampleConnector({
    endpoints: { api: origin, login: origin },
    methods: [
      { ...common, id: "sign-in", kind: "oauth2", title: "Sign in", settings: ["CLIENT_ID", "CLIENT_SECRET"], oauth },
      {
        ...common,
        id: "write",
        kind: "oauth2",
        title: "Sign in",
        oauth: { ...oauth, scopes: [...oauth.scopes, "members:write"] },
      },
      {
        ...common,
        id: "key",
        kind: "private-key-jwt",
        title: "Your own application",
        fields: [{ ...tokenMethod.fields[0]!, name: "clientId", label: "Client ID" }],
        oauth: { ...oauth, scopes: ["members:read", "alerts:read"] },
      },
      { ...tokenMethod, scheme: "SSWS" },
    ],
  });
}

/** An application without any key is refused. */
function anyKey(): unknown {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "another" };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
