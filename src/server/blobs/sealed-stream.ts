import { sealApart } from "./sealing-threads.ts";
import type { ThreadedSealer } from "./sealing-threads.ts";
import { createCipheriv, createDecipheriv, createHash, hash, randomBytes } from "node:crypto";

/**
 * Encryption of evidence at rest: AES-256-GCM in segments of 1 MiB by the STREAM construction (Hoang, Reyhanitabar,
 * Rogaway, Vizár 2015), under a key used for this one artifact. No byte is released before its segment has been
 * authenticated, and a cut, swapped or repeated segment is refused.
 *
 * Layout: "EXB1", 7 random bytes; then segments of ciphertext and 16-byte tag. The nonce of a segment is the 7 bytes,
 * its number (32 bits, big-endian) and 1 for the last segment or 0. `bound` (company and artifact) is authenticated.
 */
const MAGIC = Buffer.from("EXB1");
const PREFIX = 7;
const TAG = 16;
export const HEADER_BYTES = MAGIC.length + PREFIX;
export const SEGMENT_BYTES = 1 << 20;

/** How many bytes a sealed object of so many plain ones has. */
export const sealedSize = (size: number): number =>
  HEADER_BYTES + size + TAG * Math.max(1, Math.ceil(size / SEGMENT_BYTES));

/** Thrown when stored bytes are not what was sealed. */
export class BrokenSeal extends Error {}

export interface Digest {
  readonly sha256: Buffer;
  readonly size: number;
}

function nonceOf(prefix: Uint8Array, segment: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.set(prefix, 0);
  nonce.writeUInt32BE(segment, PREFIX);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** One segment: its bytes under the key, and the tag that binds them. */
function sealSegment(plain: Buffer, key: Uint8Array, nonce: Buffer, aad: Buffer): Buffer[] {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
  return [cipher.update(plain), cipher.final(), cipher.getAuthTag()];
}

/** Seals the segments of one object, one after the other, and knows in the end what they held. */
export class SegmentSealer {
  readonly #key: Uint8Array;
  readonly #aad: Buffer;
  readonly #prefix: Uint8Array;
  readonly #sums = createHash("sha256");
  #size = 0;
  #segment = 0;

  constructor(key: Uint8Array, bound: string, prefix: Uint8Array) {
    this.#key = key;
    this.#aad = Buffer.from(bound);
    this.#prefix = prefix;
  }

  seal(plain: Buffer, isLast: boolean): Buffer[] {
    this.#sums.update(plain);
    this.#size += plain.length;
    this.#segment += 1;
    return sealSegment(plain, this.#key, nonceOf(this.#prefix, this.#segment - 1, isLast), this.#aad);
  }

  digest(): Digest {
    return { sha256: this.#sums.digest(), size: this.#size };
  }
}

/**
 * Yields the sealed bytes of `source`; once it has ended, `onEnd` is told the plain text's SHA-256 and size. What is larger than a
 * segment is hashed and sealed in a thread of its own: whoever answers others has no time for a gigabyte.
 */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  bound: string,
  onEnd: (digest: Digest) => void,
): AsyncGenerator<Buffer> {
  const prefix = randomBytes(PREFIX);
  yield Buffer.concat([MAGIC, prefix]);
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let apart: ThreadedSealer | undefined;
  try {
    for await (const chunk of source) {
      held.push(chunk);
      heldBytes += chunk.length;
      // Strictly more than a segment: the last one must be known to be the last when it is sealed.
      while (heldBytes > SEGMENT_BYTES) {
        apart ??= sealApart(key, bound, prefix);
        heldBytes -= SEGMENT_BYTES;
        yield await apart.seal(takeFrom(held, SEGMENT_BYTES));
      }
    }
    if (apart) {
      const { sealed, digest } = await apart.end(takeFrom(held, heldBytes));
      yield sealed;
      onEnd(digest);
    } else {
      const sealer = new SegmentSealer(key, bound, prefix);
      yield Buffer.concat(sealer.seal(Buffer.concat(held), true));
      onEnd(sealer.digest());
    }
  } finally {
    apart?.leave();
  }
}

/** Takes so many bytes from the first chunks. A copy, which another thread may be given. */
function takeFrom(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const part = chunks[0]!.subarray(0, length - at);
    taken.set(part, at);
    at += part.length;
    if (part.length === chunks[0]!.length) chunks.shift();
    else chunks[0] = chunks[0]!.subarray(part.length);
  }
  return taken;
}

/** The sealed bytes of what is whole in memory, in pieces, and what `sealStream` tells at its end. */
export function sealWhole(plain: Buffer, key: Uint8Array, bound: string): { pieces: Buffer[]; digest: Digest } {
  const aad = Buffer.from(bound);
  const prefix = randomBytes(PREFIX);
  const pieces: Buffer[] = [Buffer.concat([MAGIC, prefix])];
  const segments = Math.max(1, Math.ceil(plain.length / SEGMENT_BYTES));
  for (let segment = 0; segment < segments; segment += 1) {
    const last = segment === segments - 1;
    const own = plain.subarray(SEGMENT_BYTES * segment, SEGMENT_BYTES * (segment + 1));
    pieces.push(...sealSegment(own, key, nonceOf(prefix, segment, last), aad));
  }
  return { pieces, digest: { sha256: createHash("sha256").update(plain).digest(), size: plain.length } };
}

/** Reads exactly `length` bytes unless the source ends before; shorter reads mean the end. */
type ReadAt = (position: number, length: number) => Promise<Buffer>;

/**
 * Yields the plain text of a sealed object segment by segment, each authenticated before it is released. Throws
 * {@link BrokenSeal} when the bytes are not those sealed under this key for this `bound`, or differ from `expected`.
 */
export async function* openSealed(
  readAt: ReadAt,
  key: Uint8Array,
  bound: string,
  expected: Digest,
): AsyncGenerator<Buffer> {
  const aad = Buffer.from(bound);
  const header = await readAt(0, HEADER_BYTES);
  if (header.length !== HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BrokenSeal("not a sealed object");
  const prefix = header.subarray(MAGIC.length);
  const segments = Math.max(1, Math.ceil(expected.size / SEGMENT_BYTES));
  const sums = createHash("sha256");
  let position = HEADER_BYTES;
  for (let segment = 0; segment < segments; segment += 1) {
    const last = segment === segments - 1;
    const plainBytes = last ? expected.size - SEGMENT_BYTES * segment : SEGMENT_BYTES;
    const sealed = await readAt(position, plainBytes + TAG);
    if (sealed.length !== plainBytes + TAG) throw new BrokenSeal("the sealed object is cut short");
    const plain = openSegment(sealed, key, nonceOf(prefix, segment, last), aad);
    sums.update(plain);
    position += sealed.length;
    if (last && (await readAt(position, 1)).length > 0) throw new BrokenSeal("the sealed object goes on after its end");
    if (last && !sums.digest().equals(expected.sha256)) throw new BrokenSeal("the content differs from its hash");
    yield plain;
  }
}

/** What `openSealed` yields, of a sealed object that is whole in memory and of one segment. Throws {@link BrokenSeal}. */
export function openWhole(sealed: Buffer, key: Uint8Array, bound: string, expected: Digest): Buffer {
  if (expected.size > SEGMENT_BYTES) throw new RangeError("more than one segment");
  if (sealed.length !== sealedSize(expected.size)) throw new BrokenSeal("the sealed object is cut short, or goes on");
  if (!sealed.subarray(0, MAGIC.length).equals(MAGIC)) throw new BrokenSeal("not a sealed object");
  const prefix = sealed.subarray(MAGIC.length, HEADER_BYTES);
  const plain = openSegment(sealed.subarray(HEADER_BYTES), key, nonceOf(prefix, 0, true), Buffer.from(bound));
  if (hash("sha256", plain, "hex") !== expected.sha256.toString("hex"))
    throw new BrokenSeal("the content differs from its hash");
  return plain;
}

function openSegment(sealed: Buffer, key: Uint8Array, nonce: Buffer, aad: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce)
    .setAAD(aad)
    .setAuthTag(sealed.subarray(sealed.length - TAG));
  const plain = decipher.update(sealed.subarray(0, sealed.length - TAG));
  try {
    decipher.final();
  } catch (cause) {
    throw new BrokenSeal("a segment does not carry its seal", { cause });
  }
  return plain;
}
