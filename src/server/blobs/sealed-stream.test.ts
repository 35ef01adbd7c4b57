import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { BrokenSeal, HEADER_BYTES, openSealed, SEGMENT_BYTES, sealStream } from "./sealed-stream.ts";
import type { Digest } from "./sealed-stream.ts";

const key = randomBytes(32);
const TAG = 16;

async function seal(plain: Buffer, chunk = 65_536): Promise<{ sealed: Buffer; digest: Digest }> {
  let digest: Digest | undefined;
  const pieces: Buffer[] = [];
  async function* source() {
    for (let at = 0; at < plain.length; at += chunk) yield plain.subarray(at, at + chunk);
  }
  for await (const piece of sealStream(source(), key, "artifact|a|b", (end) => (digest = end))) pieces.push(piece);
  return { sealed: Buffer.concat(pieces), digest: digest! };
}

async function open(sealed: Buffer, digest: Digest, bound = "artifact|a|b", opener = key): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const readAt = async (position: number, length: number) => sealed.subarray(position, position + length);
  for await (const piece of openSealed(readAt, opener, bound, digest)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("sealed evidence", () => {
  test.each([
    1,
    100,
    SEGMENT_BYTES - 1,
    SEGMENT_BYTES,
    SEGMENT_BYTES + 1,
    2 * SEGMENT_BYTES,
    2 * SEGMENT_BYTES + 12_345,
  ])("%i bytes come back as they were, however the stream was cut", async (size) => {
    const plain = randomBytes(size);
    for (const chunk of [777, 65_536, 3 * SEGMENT_BYTES]) {
      const { sealed, digest } = await seal(plain, chunk);
      expect(digest).toEqual({ sha256: createHash("sha256").update(plain).digest(), size });
      expect((await open(sealed, digest)).equals(plain)).toBe(true);
    }
  });

  test("many objects that are sealed at once, each in a thread, come back as they were", async () => {
    const plain = Array.from({ length: 12 }, (_, at) => randomBytes(2 * SEGMENT_BYTES + at));
    const sealed = await Promise.all(plain.map((bytes) => seal(bytes)));
    for (const [at, { sealed: object, digest }] of sealed.entries()) {
      expect(digest).toEqual({ sha256: createHash("sha256").update(plain[at]!).digest(), size: plain[at]!.length });
      expect((await open(object, digest)).equals(plain[at]!)).toBe(true);
    }
  });

  test("what a source fails with is what the sealing fails with, and the bytes that it gave stay its own", async () => {
    const chunk = randomBytes(SEGMENT_BYTES + 5);
    const before = Buffer.from(chunk);
    async function* broken() {
      yield chunk;
      yield chunk;
      throw new Error("the line is cut");
    }
    const sealing = Readable.from(sealStream(broken(), key, "artifact|a|b", () => expect.unreachable()));
    await expect(buffer(sealing)).rejects.toThrow("the line is cut");
    expect(chunk.equals(before)).toBe(true);
  });

  test("not one altered byte is released, wherever it lies", async () => {
    const { sealed, digest } = await seal(randomBytes(300));
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = altered[at]! ^ 1;
      await expect(open(altered, digest), `byte ${at}`).rejects.toThrow(BrokenSeal);
    }
  });

  test("a cut, a lengthened, and a rearranged object are refused", async () => {
    const { sealed, digest } = await seal(randomBytes(3 * SEGMENT_BYTES));
    const segment = SEGMENT_BYTES + TAG;
    const at = (index: number) => sealed.subarray(HEADER_BYTES + index * segment, HEADER_BYTES + (index + 1) * segment);
    const swapped = Buffer.concat([sealed.subarray(0, HEADER_BYTES), at(1), at(0), at(2)]);
    await expect(open(swapped, digest)).rejects.toThrow(BrokenSeal);
    await expect(open(sealed.subarray(0, -1), digest)).rejects.toThrow(BrokenSeal);
    await expect(open(sealed.subarray(0, HEADER_BYTES + 2 * segment), digest)).rejects.toThrow(BrokenSeal);
    await expect(open(Buffer.concat([sealed, Buffer.from([0])]), digest)).rejects.toThrow(BrokenSeal);
    // Told a shorter size, a reader must not take the beginning for the whole.
    await expect(open(sealed, { ...digest, size: 2 * SEGMENT_BYTES })).rejects.toThrow(BrokenSeal);
  });

  test("another key, and another item's name, open nothing", async () => {
    const { sealed, digest } = await seal(randomBytes(300));
    await expect(open(sealed, digest, "artifact|a|b", randomBytes(32))).rejects.toThrow(BrokenSeal);
    await expect(open(sealed, digest, "artifact|a|c")).rejects.toThrow(BrokenSeal);
  });

  test("the same bytes are sealed differently each time", async () => {
    const plain = randomBytes(300);
    expect((await seal(plain)).sealed.equals((await seal(plain)).sealed)).toBe(false);
  });
});
