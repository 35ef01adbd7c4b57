import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A file or a folder at a provider, and who may open it. */
export interface ProvidedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  revision: string;
  /** Accounts; `*` is everybody who is signed in. */
  readers: readonly string[];
  trashed?: boolean;
  flagged?: boolean;
  locked?: boolean;
  /** The folder that it lies in. */
  folder?: string;
  isFolder?: boolean;
  /** What breaks off, comes out longer than was said, or is edited by somebody while it is read. */
  fault?: "breaks" | "grows" | "hangs" | "edited";
  /** Where a shortcut leads. */
  target?: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Whose token came with it. */
  readonly account: string | undefined;
}

type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly file: ProvidedFile; readonly bytes?: Buffer };

interface OAuth {
  readonly authorize: string;
  readonly token: string;
}

/**
 * What the fakes of providers share: OAuth 2.0 with PKCE as their documentation has it, files with readers, and what was asked. No real
 * provider was asked.
 */
export abstract class FakeProvider {
  readonly registration = { clientId: "client-of-the-tests", clientSecret: "secret of the tests" };
  /** Who is signed in at the provider in the browser that comes. */
  visitor: { account: string; declines?: boolean; scope?: string } = { account: "nobody@example.test" };
  readonly files = new Map<string, ProvidedFile>();
  /** Requests to its API, in order. */
  readonly asked: Asked[] = [];
  /** Whoever no longer waits for bytes that do not come. */
  hungUp = 0;
  /** A status that answers everything, and an error of the provider's own. */
  refuses: { status: number; json: unknown; headers?: Record<string, string> } | undefined;
  #codes = new Map<string, { challenge: string; redirect: string; account: string; scope: string }>();
  #tokens = new Map<string, string>();
  #server: Server | undefined;
  readonly #oauth: OAuth;

  constructor(oauth: OAuth) {
    this.#oauth = oauth;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  /** As a setting of the application. */
  get settings() {
    return { ...this.registration, at: this.origin };
  }

  async listen(): Promise<this> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server?.close(() => resolve()));
  }

  add(file: Partial<ProvidedFile> & Pick<ProvidedFile, "id" | "name">): ProvidedFile {
    const whole: ProvidedFile = {
      type: "application/pdf",
      bytes: Buffer.from("%PDF-1.7 of the tests"),
      revision: "r1",
      readers: ["*"],
      ...file,
    };
    this.files.set(whole.id, whole);
    return whole;
  }

  /** Everything that was granted is over. */
  endTokens(): void {
    this.#tokens.clear();
  }

  protected maySee(file: ProvidedFile | undefined, account: string | undefined): file is ProvidedFile {
    return (
      file !== undefined && account !== undefined && (file.readers.includes("*") || file.readers.includes(account))
    );
  }

  protected abstract api(asked: Asked): Answer;

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    if (url.pathname === this.#oauth.authorize) return this.#authorize(url.searchParams, response);
    if (url.pathname === this.#oauth.token) return this.#token(new URLSearchParams(body), response);
    const account = this.#tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
    const { method = "", headers } = request;
    const asked = { method, path: url.pathname, query: url.searchParams, headers, body, account };
    this.asked.push(asked);
    if (this.refuses) return send(response, this.refuses.status, this.refuses.json, this.refuses.headers);
    const answer = this.api(asked);
    if ("json" in answer) return send(response, answer.status, answer.json);
    const { fault } = answer.file;
    const bytes = answer.bytes ?? answer.file.bytes;
    if (fault === "grows") return void response.writeHead(200).end(Buffer.concat([bytes, Buffer.from("more")]));
    response.writeHead(200, { "content-length": bytes.length });
    if (fault === "edited") answer.file.revision += "b";
    if (fault === undefined || fault === "edited") return void response.end(bytes);
    if (fault === "hangs") response.once("close", () => (this.hungUp += 1));
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => fault === "breaks" && response.destroy());
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const [redirect, challenge] = [query.get("redirect_uri"), query.get("code_challenge")];
    const isKnown = query.get("client_id") === this.registration.clientId && query.get("response_type") === "code";
    if (!isKnown || !redirect || !challenge || query.get("code_challenge_method") !== "S256")
      return send(response, 400, { error: "invalid_request" });
    const back = new URL(redirect);
    back.searchParams.set("state", query.get("state") ?? "");
    if (this.visitor.declines) back.searchParams.set("error", "access_denied");
    else {
      const code = randomBytes(10).toString("hex");
      const { account, scope = query.get("scope") ?? "" } = this.visitor;
      this.#codes.set(code, { challenge, redirect, account, scope });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get("code") ?? "";
    const begun = this.#codes.get(code);
    this.#codes.delete(code);
    const { clientId, clientSecret } = this.registration;
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
      return send(response, 401, { error: "invalid_client" });
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (begun?.challenge !== challenge || begun.redirect !== form.get("redirect_uri"))
      return send(response, 400, { error: "invalid_grant" });
    const token = `token-${randomBytes(18).toString("hex")}`;
    this.#tokens.set(token, begun.account);
    send(response, 200, { access_token: token, token_type: "Bearer", expires_in: 3_599, scope: begun.scope });
  }
}

function send(response: ServerResponse, status: number, json: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
}

export const json = (status: number, value: unknown) => ({ status, json: value });
