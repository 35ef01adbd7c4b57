import { createHash, createHmac } from "node:crypto";
import type { Hash } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import type { OutgoingRequest } from "../http/authorizer.ts";

/** Keys of AWS: lasting ones of a user, or those of an assumed role, which have a session token. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Node's SHA-256, and HMAC where there is a key, in the shape that the signer asks for. */
class Sha256 {
  #hash: Hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : (createHmac("sha256", bytesOf(secret)) as Hash);
  }
  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(chunk));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    this.#hash = createHash("sha256");
  }
}

/** Headers that sign a request by Signature Version 4 with these keys, at this time. */
export async function signatureFor(
  request: Omit<OutgoingRequest, "sign"> & { readonly sign: { readonly service: string; readonly region: string } },
  keys: AwsKeys,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const { url, method, headers, body, sign } = request;
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) query[name] = url.searchParams.getAll(name);
  const signer = new SignatureV4({
    service: sign.service,
    region: sign.region,
    credentials: {
      accessKeyId: keys.accessKeyId,
      secretAccessKey: keys.secretAccessKey,
      ...(keys.sessionToken && { sessionToken: keys.sessionToken }),
    },
    sha256: Sha256,
    // S3 alone takes the path as it was meant, each character that may be escaped escaped once.
    uriEscapePath: sign.service !== "s3",
  });
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: sign.service === "s3" ? url.pathname.replace(/[^A-Za-z0-9\-._~/%]/g, escaped) : url.pathname,
      query,
      headers: { ...headers, host: url.host },
      ...(body && { body }),
    },
    { signingDate: now },
  );
  return Object.fromEntries(
    Object.entries(signed.headers).filter(([name]) => name !== "host" && headers[name] === undefined),
  );
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function bytesOf(value: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof value === "string") return Buffer.from(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
}
