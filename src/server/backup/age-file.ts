import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { Decrypter, Encrypter } from "age-encryption";
import { readFully } from "#domain/bundle/stream-chunks.ts";
import type { ReadAt } from "#domain/bundle/stream-chunks.ts";
import { RestoreRefused } from "./restore-refused.ts";

/*
 * Files in the age format (age-encryption.org/v1), so that the `age` tool opens them as well. The header, which holds the key of
 * the file for each recipient, is the library's. The payload is Node's ChaCha20-Poly1305, in segments of 64 KiB by STREAM: it can
 * be read at any position, and each segment is bound to its number and to whether it is the last.
 */
const FIRST_LINE = "age-encryption.org/v1\n";
const SEGMENT = 64 * 1024;
const TAG = 16;
const SEALED = SEGMENT + TAG;
const NONCE = 16;
const LARGEST_HEADER = 64 * 1024;
const AT_ONCE = 16;

/** What opens a file: the private halves of recipients as age writes them (`AGE-SECRET-KEY-…`), or its own key of 16 bytes. */
export type AgeOpener = { readonly identities: readonly string[] } | { readonly fileKey: Uint8Array };

/** Whether bytes are the start of a file in the age format. */
export function looksLikeAge(start: Uint8Array): boolean {
  return Buffer.from(start).subarray(0, FIRST_LINE.length).toString("latin1") === FIRST_LINE;
}

/** Writes one encrypted file, chunk by chunk. `write` is given the bytes in order and is waited for. */
export class AgeWriter {
  /** 16 bytes that open this file and no other. */
  readonly fileKey: Buffer;
  readonly #key: Buffer;
  readonly #write: (bytes: Buffer) => Promise<void>;
  readonly #held = Buffer.alloc(SEGMENT);
  #used = 0;
  #segment = 0;

  private constructor(fileKey: Buffer, nonce: Buffer, write: (bytes: Buffer) => Promise<void>) {
    this.fileKey = fileKey;
    this.#key = payloadKey(fileKey, nonce);
    this.#write = write;
  }

  /** Begins a file for recipients (`age1…`); throws for a text that is none. */
  static async begin(recipients: readonly string[], write: (bytes: Buffer) => Promise<void>): Promise<AgeWriter> {
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    let fileKey = Buffer.alloc(0);
    encrypter.addRecipient({
      wrapFileKey: (key) => {
        fileKey = Buffer.from(key);
        return [];
      },
    });
    // An empty file is the header, a nonce and one empty segment; only the header is used.
    const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
    const nonce = randomBytes(NONCE);
    await write(Buffer.concat([empty.subarray(0, empty.length - NONCE - TAG), nonce]));
    return new AgeWriter(fileKey, nonce, write);
  }

  async write(chunk: Uint8Array): Promise<void> {
    const sealed: Buffer[] = [];
    for (let at = 0; at < chunk.length;) {
      // Only what something follows is sealed: the last segment must be known to be the last.
      if (this.#used === SEGMENT) {
        sealed.push(...this.#seal(this.#held, false));
        this.#used = 0;
      }
      const whole = this.#used === 0 && chunk.length - at > SEGMENT;
      if (whole) sealed.push(...this.#seal(chunk.subarray(at, at + SEGMENT), false));
      const taken = whole ? SEGMENT : Math.min(SEGMENT - this.#used, chunk.length - at);
      if (!whole) {
        this.#held.set(chunk.subarray(at, at + taken), this.#used);
        this.#used += taken;
      }
      at += taken;
    }
    if (sealed.length > 0) await this.#write(Buffer.concat(sealed));
  }

  /** Writes the last segment; nothing can be added afterwards. */
  async finish(): Promise<void> {
    await this.#write(Buffer.concat(this.#seal(this.#held.subarray(0, this.#used), true)));
  }

  #seal(plain: Uint8Array, last: boolean): Buffer[] {
    const cipher = createCipheriv("chacha20-poly1305", this.#key, nonceOf(this.#segment++, last), {
      authTagLength: TAG,
    });
    return [cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  }
}

/** An encrypted file that was opened: what it holds can be read at any position, and nothing is given out unauthenticated. */
export interface AgeReader {
  readonly size: number;
  readonly readAt: ReadAt;
  /** Reads it from end to end, so that a change anywhere is found. */
  authenticate(onProgress?: (bytes: number) => void): Promise<void>;
}

/**
 * Opens an encrypted file of `size` bytes. Throws {@link RestoreRefused} when it is none, is not for this opener, or differs
 * from what was written; its length is authenticated before anything is read from it.
 */
export async function openAge(readAt: ReadAt, size: number, opener: AgeOpener): Promise<AgeReader> {
  const { fileKey, length } = await readHeader(readAt, opener);
  const key = payloadKey(fileKey, await readFully(readAt, length, NONCE));
  const begin = length + NONCE;
  const segments = Math.max(1, Math.ceil((size - begin) / SEALED));
  const plainSize = size - begin - segments * TAG;
  if (plainSize < 0 || plainSize <= (segments - 1) * SEGMENT - (segments === 1 ? 1 : 0))
    throw new RestoreRefused("The file is damaged: it is cut short.");
  const open = async (from: number, to: number): Promise<Buffer[]> => {
    const sealed = await readFully(
      readAt,
      begin + from * SEALED,
      Math.min((to - from) * SEALED, size - begin - from * SEALED),
    );
    return Array.from({ length: to - from }, (_, at) =>
      openSegment(
        key,
        from + at,
        from + at === segments - 1,
        segments,
        sealed.subarray(at * SEALED, (at + 1) * SEALED),
      ),
    );
  };
  await open(segments - 1, segments);
  let kept: { segment: number; plain: Buffer } | undefined;
  const read: ReadAt = async (into, position) => {
    const end = Math.min(position + into.length, plainSize);
    if (end <= position) return 0;
    const from = Math.floor(position / SEGMENT);
    const to = Math.min(Math.ceil(end / SEGMENT), from + AT_ONCE);
    const held = kept;
    const plains = held?.segment === from && to === from + 1 ? [held.plain] : await open(from, to);
    kept = { segment: to - 1, plain: plains.at(-1)! };
    let done = 0;
    for (const [at, plain] of plains.entries()) {
      const start = Math.max(0, position - (from + at) * SEGMENT);
      done += plain.copy(into, done, start, Math.min(plain.length, start + into.length - done));
    }
    return done;
  };
  return {
    size: plainSize,
    readAt: read,
    authenticate: async (onProgress) => {
      for (let from = 0; from < segments; from += AT_ONCE) {
        await open(from, Math.min(from + AT_ONCE, segments));
        onProgress?.(Math.min(plainSize, (from + AT_ONCE) * SEGMENT));
      }
    },
  };
}

async function readHeader(readAt: ReadAt, opener: AgeOpener): Promise<{ fileKey: Buffer; length: number }> {
  const start = Buffer.from(await readFully(readAt, 0, LARGEST_HEADER));
  if (!looksLikeAge(start)) throw new RestoreRefused("The file is not an encrypted backup.");
  const mac = start.indexOf("\n--- ");
  const end = mac < 0 ? -1 : start.indexOf("\n", mac + 1);
  if (end < 0) throw new RestoreRefused("The file is damaged: its header has no end.");
  const header = start.subarray(0, end + 1);
  if ("fileKey" in opener) {
    const fileKey = Buffer.from(opener.fileKey);
    const key = Buffer.from(hkdfSync("sha256", fileKey, "", "header", 32));
    const expected = createHmac("sha256", key)
      .update(header.subarray(0, mac + 4))
      .digest();
    const found = Buffer.from(header.subarray(mac + 5).toString("latin1"), "base64");
    if (found.length !== expected.length || !timingSafeEqual(found, expected))
      throw new RestoreRefused("The file is damaged, or is another one: its header does not belong to the key.");
    return { fileKey, length: header.length };
  }
  const decrypter = new Decrypter();
  for (const identity of opener.identities) decrypter.addIdentity(identity);
  try {
    return { fileKey: Buffer.from(await decrypter.decryptHeader(header)), length: header.length };
  } catch (cause) {
    const other = cause instanceof Error && cause.message.startsWith("no identity matched");
    throw new RestoreRefused(
      other
        ? "This identity does not open the file: it was made for another one, or its header was altered."
        : "The file is damaged: its header was altered.",
      { cause },
    );
  }
}

function openSegment(key: Buffer, segment: number, last: boolean, segments: number, sealed: Uint8Array): Buffer {
  const plainBytes = Math.max(0, sealed.length - TAG);
  const decipher = createDecipheriv("chacha20-poly1305", key, nonceOf(segment, last), { authTagLength: TAG });
  try {
    decipher.setAuthTag(sealed.subarray(plainBytes));
    const plain = decipher.update(sealed.subarray(0, plainBytes));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new RestoreRefused(
      `The file is damaged: segment ${segment + 1} of ${segments} is not the one that was written, or the file was cut or added to.`,
      { cause },
    );
  }
}

function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", fileKey, nonce, "payload", 32));
}

/** Eleven bytes that count, and one that says whether it is the last. */
function nonceOf(segment: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(segment, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}
