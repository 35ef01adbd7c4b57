import { createHash } from "node:crypto";
import { compress, preferredEncoding } from "./encodings.ts";
import type { Encoding } from "./encodings.ts";

/** Something that is kept in memory and sent as often as it is asked for. */
export interface Entity {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Names exactly these bytes. */
  readonly tag: string;
  /** The bytes in an encoding, made once; undefined where that would not make them smaller. */
  encoded(encoding: Encoding): Promise<Buffer | undefined>;
}

const TEXT = /^text\/|^application\/(javascript|json|ld\+json|manifest\+json|xml)\b|^image\/svg\+xml\b/;

/**
 * Keeps bytes for sending, and what they were packed into with Brotli before, if they were. Otherwise they are compressed
 * outside the event loop when somebody first asks for that, and once: whoever asks meanwhile waits for the same result.
 */
export function entityOf(bytes: Buffer, headers: Readonly<Record<string, string>>, packed?: Buffer): Entity {
  const made = new Map<Encoding, Promise<Buffer | undefined>>();
  if (packed) made.set("br", Promise.resolve(packed));
  const worthwhile = TEXT.test(headers["content-type"] ?? "") && bytes.length > 400;
  const make = async (encoding: Encoding) => {
    const smaller = await compress(bytes, encoding, "kept");
    return smaller.length < bytes.length ? smaller : undefined;
  };
  return {
    headers,
    bytes,
    tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    encoded: (encoding) => {
      if (!worthwhile) return Promise.resolve(undefined);
      const known = made.get(encoding);
      if (known) return known;
      const making = make(encoding);
      made.set(encoding, making);
      return making;
    },
  };
}

/** Answers a GET or HEAD with an entity: compressed as the client prefers, or 304 when it has these bytes already. */
export async function send(entity: Entity, request: Request, status = 200): Promise<Response> {
  const encoding = preferredEncoding(request.headers.get("accept-encoding") ?? "");
  const encoded = encoding && (await entity.encoded(encoding));
  const tag = `"${entity.tag}${encoded ? `-${encoding}` : ""}"`;
  const headers: Record<string, string> = { ...entity.headers, vary: "accept-encoding", etag: tag };
  if (status === 200 && knows(request.headers.get("if-none-match"), tag)) {
    delete headers["content-type"];
    return new Response(null, { status: 304, headers });
  }
  const body = encoded ?? entity.bytes;
  if (encoded) headers["content-encoding"] = encoding!;
  headers["content-length"] = String(body.length);
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), { status, headers });
}

/** Weak comparison, as If-None-Match wants it. */
function knows(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === tag);
}
