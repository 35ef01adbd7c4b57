import { fromBase64, toBase64 } from "#domain/ledger/bytes.ts";

/** What the domain's verifier asks of its surroundings. It asks at once, and the browser only answers later. */
export interface Tools {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly hmacSha256: (key: Uint8Array, bytes: Uint8Array) => Uint8Array;
  readonly verifyEd25519: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

class Missing extends Error {
  readonly answer: Promise<void>;
  constructor(answer: Promise<void>) {
    super("the browser has not computed this yet");
    this.answer = answer;
  }
}

/**
 * Runs synchronous code on WebCrypto, which is asynchronous: where an answer is missing the run stops, the browser
 * computes it, and the run starts again with what is known. A proof has some twenty steps, so this costs nothing, and
 * the verifier stays one pure function, the same here, on the server and in a bundle.
 */
export async function withWebCrypto<T>(run: (tools: Tools) => T): Promise<T> {
  const known = new Map<string, Uint8Array | boolean>();

  function ask<Answer extends Uint8Array | boolean>(what: string, parts: Uint8Array[], compute: () => Promise<Answer>) {
    const question = [what, ...parts.map(toBase64)].join(" ");
    const answer = known.get(question);
    if (answer === undefined) throw new Missing(compute().then((value) => void known.set(question, value)));
    return answer as Answer;
  }

  const tools: Tools = {
    sha256: (bytes) => ask("sha256", [bytes], async () => digest(bytes)),
    hmacSha256: (key, bytes) => ask("hmac", [key, bytes], () => hmac(key, bytes)),
    verifyEd25519: (key, message, signature) =>
      ask("ed25519", [key, message, signature], () => verify(key, message, signature)),
  };
  for (;;) {
    try {
      return run(tools);
    } catch (reason) {
      if (!(reason instanceof Missing)) throw reason;
      await reason.answer;
    }
  }
}

/** SHA-256 of bytes. */
export async function digest(bytes: Uint8Array | ArrayBuffer): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Bytes));
}

async function hmac(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey("raw", key as Bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes as Bytes));
}

async function verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const imported = await crypto.subtle.importKey("raw", key as Bytes, "Ed25519", false, ["verify"]);
  return await crypto.subtle.verify("Ed25519", imported, signature as Bytes, message as Bytes);
}

/** Bytes of a base64 text that came from the server; empty when it is not base64, which no check will accept. */
export function bytesOf(base64: string): Uint8Array {
  return fromBase64(base64) ?? new Uint8Array();
}
