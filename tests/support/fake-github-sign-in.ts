import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { freePort } from "./server-process.ts";

interface Email {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/** Who is signed in at GitHub. */
interface Visitor {
  readonly id: number;
  readonly login: string;
  readonly name?: string | null;
  readonly emails: readonly Email[];
  readonly declines?: boolean;
}

/**
 * A fake of GitHub's OAuth 2.0 endpoints and of the two addresses of its API that signing in asks, written after its documentation: the
 * real one was never asked. As there, what fails at the token endpoint has the status 200 and an error in its body.
 */
export class FakeGitHub {
  readonly settings: { readonly clientId: string; readonly clientSecret: string; readonly at: string };
  visitor: Visitor = { id: 1, login: "nobody", emails: [] };
  /** How often its token endpoint was asked. */
  asked = 0;
  #codes = new Map<string, { challenge: string; redirect: string; visitor: Visitor }>();
  #tokens = new Map<string, Visitor>();
  #server: Server | undefined;
  readonly #callback: string;

  private constructor(port: number, callback: string) {
    this.#callback = callback;
    this.settings = { clientId: "Iv1.tests", clientSecret: "a secret of the tests", at: `http://localhost:${port}` };
  }

  static async for(callback: string): Promise<FakeGitHub> {
    return new FakeGitHub(await freePort(), callback);
  }

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", this.settings.at);
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const answer = this.#answer(url, new URLSearchParams(Buffer.concat(chunks).toString()), request.headers);
        if (answer instanceof URL) response.writeHead(302, { location: answer.href }).end();
        else if (answer === undefined) response.writeHead(404).end("{}");
        else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      });
    });
    await once(this.#server.listen(Number(new URL(this.settings.at).port), "localhost"), "listening");
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server?.close(() => resolve()));
  }

  #answer(url: URL, form: URLSearchParams, headers: { authorization?: string | undefined }): unknown {
    if (url.pathname === "/login/oauth/authorize") return this.#authorize(url.searchParams);
    if (url.pathname === "/login/oauth/access_token") return this.#token(form);
    const visitor = this.#tokens.get(/^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "");
    if (!visitor) return undefined;
    const { id, login, name = null, emails } = visitor;
    if (url.pathname === "/api/user") return { id, login, name, email: "shown@profile.test" };
    return url.pathname === "/api/user/emails" ? emails : undefined;
  }

  #authorize(query: URLSearchParams): URL | undefined {
    const [redirect, challenge] = [query.get("redirect_uri"), query.get("code_challenge")];
    const isKnown = query.get("client_id") === this.settings.clientId && redirect === this.#callback;
    if (!isKnown || !challenge || query.get("code_challenge_method") !== "S256") return undefined;
    const back = new URL(redirect);
    back.searchParams.set("state", query.get("state") ?? "");
    if (this.visitor.declines) back.searchParams.set("error", "access_denied");
    else {
      const code = randomBytes(10).toString("hex");
      this.#codes.set(code, { challenge, redirect, visitor: this.visitor });
      back.searchParams.set("code", code);
    }
    return back;
  }

  #token(form: URLSearchParams): unknown {
    this.asked += 1;
    const code = form.get("code") ?? "";
    const begun = this.#codes.get(code);
    this.#codes.delete(code);
    const { clientId, clientSecret } = this.settings;
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
      return { error: "incorrect_client_credentials", error_description: "Words of GitHub" };
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (begun?.challenge !== challenge || begun.redirect !== form.get("redirect_uri"))
      return { error: "bad_verification_code", error_description: "Words of GitHub" };
    const token = `gho_${randomBytes(18).toString("hex")}`;
    this.#tokens.set(token, begun.visitor);
    return { access_token: token, token_type: "bearer", scope: "read:user,user:email" };
  }
}
