import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import Provider from "oidc-provider";
import { callbackOf } from "./follow-vendor.ts";
import { freePort } from "./server-process.ts";

/** How a vendor's endpoints are called, and which application it knows. */
export interface StrictVendor {
  readonly routes: { readonly authorization?: string; readonly token: string; readonly revocation?: string };
  /** As oidc-provider takes it. */
  readonly client: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
  /** Of the scopes that are asked for, those that the person leaves ticked; all if absent. */
  readonly ticked?: (scope: string) => boolean;
  /** What an ID token says besides. */
  readonly claims?: Readonly<Record<string, string>>;
  /** Behind the origin, in the name of the issuer. */
  readonly issuerPath?: string;
  /** What its API answers, below these paths; the provider answers everything else. */
  readonly api?: (url: URL, authorization: string | undefined) => Promise<ApiAnswer | undefined>;
  /** The answer to a refresh brings a new refresh token, and the old one ends the grant when it comes again. */
  readonly rotates?: boolean;
}

interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

/** Everything that a token endpoint was asked, and what it said. */
interface Asked {
  readonly path: string;
  readonly form: URLSearchParams;
}

/**
 * A certified OpenID provider (panva's oidc-provider) under the paths of one vendor: it takes an exact redirect address and PKCE by
 * S256 alone, each code and each assertion once, and ends a grant whose rotated refresh token is used again.
 */
export class StrictProvider {
  readonly origin: string;
  readonly asked: Asked[] = [];
  #provider: Provider;
  #server: Server;

  private constructor(port: number, vendor: StrictVendor) {
    this.origin = `http://localhost:${port}`;
    this.#provider = providerOf(this.origin, vendor);
    const callback = this.#provider.callback();
    this.#server = createServer((request, response) => {
      if (request.url?.startsWith("/interaction/")) return void this.#consent(vendor, request, response);
      if (request.method === "POST") {
        note(request, this.asked);
        callback(request, response);
        return;
      }
      void (async () => {
        const url = new URL(request.url ?? "/", this.origin);
        const said = await vendor.api?.(url, request.headers.authorization);
        if (!said) return callback(request, response);
        response.writeHead(said.status, {
          "content-type": "application/json",
          ...(said.location && { location: said.location }),
        });
        response.end(JSON.stringify(said.body ?? {}));
      })();
    });
  }

  static async start(vendor: StrictVendor): Promise<StrictProvider> {
    const port = await freePort();
    const provider = new StrictProvider(port, vendor);
    await new Promise<void>((resolve) => provider.#server.listen(port, "localhost", resolve));
    return provider;
  }

  /** Somebody signs in and consents: what the browser brings back. */
  async visit(page: URL): Promise<URLSearchParams> {
    return (await callbackOf(page.href)).searchParams;
  }

  /** The scopes of an access token, or undefined for one that opens nothing. */
  async scopesOf(authorization: string | undefined): Promise<readonly string[] | undefined> {
    const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
    const { AccessToken, ClientCredentials } = this.#provider;
    const found = (await AccessToken.find(token)) ?? (await ClientCredentials.find(token));
    return found && (found.scope?.split(" ") ?? []);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #consent({ ticked = () => true }: StrictVendor, request: IncomingMessage, response: ServerResponse) {
    const { prompt, params, session } = await this.#provider.interactionDetails(request, response);
    const finish = (result: Readonly<Record<string, unknown>>) =>
      this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    if (prompt.name === "login") return await finish({ login: { accountId: "admin", remember: false } });
    const grant = new this.#provider.Grant({ clientId: params.client_id, accountId: session!.accountId });
    const [allowed, refused] = [true, false].map((is) =>
      (params.scope ?? "").split(" ").filter((scope) => (scope === "openid" || ticked(scope)) === is),
    );
    if (allowed!.length > 0) grant.addOIDCScope(allowed!.join(" "));
    if (refused!.length > 0) grant.rejectOIDCScope(refused!.join(" "));
    return await finish({ consent: { grantId: await grant.save() } });
  }
}

function providerOf(origin: string, { routes, client, scopes, claims, issuerPath = "", rotates }: StrictVendor) {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return new Provider(origin + issuerPath, {
    routes,
    clients: [client],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "strict" }] },
    cookies: { keys: ["of the tests"] },
    scopes: ["openid", "profile", "offline_access", ...scopes],
    claims: { openid: ["sub", ...Object.keys(claims ?? {})] },
    conformIdTokenClaims: false,
    enabledJWA: { clientAuthSigningAlgValues: ["ES256", "RS256", "PS256"] },
    pkce: { required: () => true },
    ttl: {
      Interaction: 600,
      Session: 600,
      AccessToken: 3_600,
      AuthorizationCode: 60,
      ClientCredentials: 3_600,
      Grant: 86_400,
      RefreshToken: 86_400,
      IdToken: 600,
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: rotates ?? false,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
    },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...claims }) }),
  });
}

function note(request: IncomingMessage, asked: Asked[]): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    asked.push({ path: request.url ?? "", form: new URLSearchParams(Buffer.concat(chunks).toString()) });
  });
}
