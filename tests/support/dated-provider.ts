import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { SingleSignOnSettings } from "#server/auth/openid-provider.ts";

/**
 * An OpenID provider that dates what it says by a clock of its own, unlike one of a library, which asks the machine's. It
 * knows one person, and lets them in as soon as they are asked.
 */
export class DatedProvider {
  now: Date = new Date();
  /** What it says otherwise than it should. */
  lie:
    | "another issuer"
    | "another audience"
    | "a key that it brings along"
    | "no signature"
    | "the issuer of somebody else"
    | undefined;
  readonly email: string;
  #server: Server | undefined;
  #nonce = "";

  constructor(email: string) {
    this.email = email;
  }

  async listen(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: "of-the-tests", alg: "ES256", use: "sig" };
    const stranger = await generateKeyPair("ES256", { extractable: true });
    const brought = await exportJWK(stranger.publicKey);
    const idToken = async () => {
      const at = Math.floor(this.now.getTime() / 1_000);
      const signed = await new SignJWT({ nonce: this.#nonce, email: this.email, email_verified: true })
        .setProtectedHeader({
          alg: "ES256",
          kid: jwk.kid,
          ...(this.lie === "a key that it brings along" && { jwk: brought }),
        })
        .setIssuer(this.lie === "another issuer" ? "https://id.example" : this.#issuer)
        .setSubject("somebody")
        .setAudience(this.lie === "another audience" ? "elsewhere" : "exhibit")
        .setIssuedAt(at)
        .setExpirationTime(at + 300)
        .sign(this.lie === "a key that it brings along" ? stranger.privateKey : privateKey);
      if (this.lie !== "no signature") return signed;
      const none = Buffer.from('{"alg":"none"}').toString("base64url");
      return `${none}.${signed.split(".")[1]!}.`;
    };
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", this.#issuer);
      const answer = (body: unknown) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      if (url.pathname === "/keys") return answer({ keys: [jwk] });
      if (url.pathname === "/token")
        return void idToken().then((id_token) =>
          answer({ access_token: "of the tests", token_type: "Bearer", expires_in: 300, id_token }),
        );
      if (url.pathname === "/authorize") {
        this.#nonce = url.searchParams.get("nonce")!;
        const back = new URL(url.searchParams.get("redirect_uri")!);
        back.searchParams.set("code", "a-code");
        back.searchParams.set("state", url.searchParams.get("state")!);
        return response.writeHead(302, { location: back.href }).end();
      }
      return answer({
        issuer: this.lie === "the issuer of somebody else" ? "https://id.example" : this.#issuer,
        authorization_endpoint: `${this.#issuer}/authorize`,
        token_endpoint: `${this.#issuer}/token`,
        jwks_uri: `${this.#issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
      });
    });
    await new Promise<void>((resolve) => this.#server!.listen(0, "localhost", resolve));
  }

  get settings(): SingleSignOnSettings {
    return {
      issuer: this.#issuer,
      clientId: "exhibit",
      clientSecret: "a secret of the tests, long enough for anybody",
      name: "Acme",
      domains: ["example.test"],
    };
  }

  get #issuer(): string {
    return `http://localhost:${(this.#server!.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}
