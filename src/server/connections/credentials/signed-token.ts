import { createPrivateKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { CredentialsRefused } from "#connectors/http.ts";

/** What a JWT says, and how it is signed. */
export interface SignedToken {
  readonly key: KeyObject;
  readonly kid?: string | undefined;
  readonly issuer: string;
  readonly subject?: string | undefined;
  readonly audience?: string | undefined;
  readonly claims?: Readonly<Record<string, string>>;
  readonly id?: string | undefined;
  /** From a minute before now, because clocks differ. */
  readonly now: Date;
  readonly seconds: number;
  /** Names the certificate of the key (RFC 7515, section 4.1.8). */
  readonly thumbprint?: string | undefined;
}

/** Reads a private key in PEM; throws CredentialsRefused for what is none. */
export function privateKeyIn(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll(String.raw`\n`, "\n"));
  } catch {
    throw new CredentialsRefused("the private key cannot be read");
  }
}

/** A JWT by RS256, by ES256 where the key is one of P-256, and by PS256 where it names a certificate. */
export async function signToken(token: SignedToken): Promise<string> {
  const at = Math.floor(token.now.getTime() / 1_000);
  const jwt = new SignJWT({ ...token.claims })
    .setProtectedHeader({
      alg: token.key.asymmetricKeyType === "ec" ? "ES256" : token.thumbprint ? "PS256" : "RS256",
      typ: "JWT",
      ...(token.kid && { kid: token.kid }),
      ...(token.thumbprint && { "x5t#S256": token.thumbprint }),
    })
    .setIssuer(token.issuer)
    .setIssuedAt(at - 60)
    .setExpirationTime(at + token.seconds);
  if (token.subject) jwt.setSubject(token.subject);
  if (token.audience) jwt.setAudience(token.audience);
  if (token.id) jwt.setJti(token.id);
  return await jwt.sign(token.key);
}
