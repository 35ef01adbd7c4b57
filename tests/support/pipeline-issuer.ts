import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { CryptoKey, JWK } from "jose";

type Claims = Readonly<Record<string, unknown>>;

/**
 * The issuer of a pipeline's platform on a port of its own: it publishes its keys, signs what workflows are, and answers a
 * running job that asks for its identity, as GitHub's does.
 */
export class PipelineIssuer {
  /** How often its keys were asked for. */
  asked = 0;
  /** What the job that asks it is. */
  job: Claims = {};
  #server: Server | undefined;
  #keys: { id: string; secret: CryptoKey; public: JWK }[] = [];
  #tokens = 0;

  get url(): string {
    return `http://localhost:${(this.#server!.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    await this.turnKeys();
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", this.url);
      const answer = (body: unknown, status = 200) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      if (url.pathname === "/.well-known/openid-configuration")
        return answer({ issuer: this.url, jwks_uri: `${this.url}/keys` });
      if (url.pathname === "/keys") {
        this.asked += 1;
        return answer({ keys: this.#keys.map((key) => key.public) });
      }
      if (url.pathname === "/job" && request.headers.authorization === "Bearer of-the-job")
        return void this.sign({ ...this.job, aud: url.searchParams.get("audience") }).then((value) =>
          answer({ count: 1, value }),
        );
      answer({}, 404);
    });
    await new Promise<void>((resolve) => this.#server!.listen(0, "localhost", resolve));
  }

  /** From now on it signs with a key that nobody has seen. */
  async turnKeys(): Promise<void> {
    const id = `key-${this.#keys.length + 1}`;
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    this.#keys = [{ id, secret: privateKey, public: { ...(await exportJWK(publicKey)), kid: id, alg: "RS256" } }];
  }

  /** What a workflow of a repository is, signed; `claims` stand in for the usual ones, and undefined takes one away. */
  async sign(claims: Claims, { at = new Date(), alg = "RS256" } = {}): Promise<string> {
    this.#tokens += 1;
    const seconds = Math.floor(at.getTime() / 1000);
    const [key] = this.#keys;
    const payload = {
      iss: this.url,
      iat: seconds,
      exp: seconds + 300,
      jti: `token-number-${this.#tokens}`,
      repository: "acme/app",
      repository_id: "4711",
      ref: "refs/heads/main",
      event_name: "push",
      ...claims,
    };
    return await new SignJWT(payload).setProtectedHeader({ alg, kid: key!.id }).sign(key!.secret);
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}
