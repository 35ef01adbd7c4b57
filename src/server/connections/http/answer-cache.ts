import { createHash } from "node:crypto";
import type { Headers } from "./instants.ts";

/** Answers that a vendor lets us ask for again by their ETag. Whoever keeps them seals them, and bounds how many there are. */
export interface AnswerCache {
  find(key: Uint8Array): Promise<KeptAnswer | undefined>;
  /** Keeps an answer in place of an older one under its key. */
  keep(key: Uint8Array, answer: KeptAnswer): Promise<void>;
}

export interface KeptAnswer {
  readonly etag: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** No cache at all. */
export const noAnswerCache: AnswerCache = { find: async () => undefined, keep: async () => {} };

/** A larger answer is read anew each time. */
const MOST_BYTES = 512 * 1024;
/** What a connector may read of an answer besides its body. */
const keptHeaders = ["content-type", "link"];

/** SHA-256 of what decides an answer: the URL, and the headers by which a vendor chooses a form or version. */
export function cacheKey(url: URL, headers: Headers): Buffer {
  const told = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([url.href, told]))
    .digest();
}

/** The answer as it may be kept; undefined for one that has no ETag, is too large, or must not be stored. */
export function keepable(answer: Omit<KeptAnswer, "etag">): KeptAnswer | undefined {
  const { status, headers, body } = answer;
  const etag = headers["etag"];
  if (status !== 200 || !etag || etag.length > 200 || body.byteLength > MOST_BYTES) return undefined;
  if (/no-store/i.test(headers["cache-control"] ?? "")) return undefined;
  return { etag, status, headers: pick(headers), body };
}

function pick(headers: Headers): Headers {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}
