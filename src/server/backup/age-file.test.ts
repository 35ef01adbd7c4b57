import { randomBytes } from "node:crypto";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { readFully } from "#domain/bundle/stream-chunks.ts";
import { AgeWriter, openAge } from "./age-file.ts";

const SEGMENT = 64 * 1024;
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

async function write(plain: Uint8Array, chunk = 100_000): Promise<{ bytes: Buffer; fileKey: Buffer }> {
  const written: Buffer[] = [];
  const writer = await AgeWriter.begin([recipient], async (bytes) => void written.push(bytes));
  for (let at = 0; at < plain.length; at += chunk) await writer.write(plain.subarray(at, at + chunk));
  await writer.finish();
  return { bytes: Buffer.concat(written), fileKey: writer.fileKey };
}

const reads = (bytes: Buffer) => async (into: Uint8Array, position: number) =>
  bytes.copy(into, 0, position, position + into.length);
const open = (bytes: Buffer, by = identity) => openAge(reads(bytes), bytes.length, { identities: [by] });
async function readAll(bytes: Buffer): Promise<Buffer> {
  const { readAt, size, authenticate } = await open(bytes);
  await authenticate();
  return Buffer.from(await readFully(readAt, 0, size));
}

test.each([0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 20 * SEGMENT + 7])(
  "a file of %i bytes is opened by the library of the format, and by us the same",
  async (size) => {
    const plain = randomBytes(size);
    const { bytes } = await write(plain, 1 + Math.floor(size / 3));
    const library = new Decrypter();
    library.addIdentity(identity);
    expect(Buffer.from(await library.decrypt(bytes)).equals(plain)).toBe(true);
    expect((await readAll(bytes)).equals(plain)).toBe(true);
  },
);

test("any part of it can be read, and the key of one file opens that file alone", async () => {
  const plain = randomBytes(5 * SEGMENT + 100);
  const { bytes, fileKey } = await write(plain);
  const other = await write(plain);
  const { readAt } = await openAge(reads(bytes), bytes.length, { fileKey });
  for (const [from, length] of [
    [0, 10],
    [SEGMENT - 5, 10],
    [SEGMENT, SEGMENT],
    [4 * SEGMENT, SEGMENT + 100],
    [5 * SEGMENT + 90, 10],
  ] as const)
    expect(Buffer.from(await readFully(readAt, from, length)).equals(plain.subarray(from, from + length))).toBe(true);
  await expect(openAge(reads(other.bytes), other.bytes.length, { fileKey })).rejects.toThrow(
    /does not belong to the key/,
  );
});

test("S6: segments that are changed, removed, swapped, repeated, cut or added to are refused", async () => {
  const { bytes } = await write(randomBytes(4 * SEGMENT + 500));
  const sealed = SEGMENT + 16;
  const begin = bytes.indexOf("\n", bytes.indexOf("\n--- ") + 1) + 1 + 16;
  const at = (segment: number) => begin + segment * sealed;
  const part = (from: number, to?: number) => bytes.subarray(from, to);
  const flipped = (index: number) => {
    const copy = Buffer.from(bytes);
    copy[index]! ^= 1;
    return copy;
  };
  const altered: Record<string, Buffer> = {
    "header's version": flipped(3),
    "header's key": flipped(40),
    "header's end": flipped(begin - 20),
    nonce: flipped(begin - 1),
    ...Object.fromEntries([0, 1, 2, 3, 4].map((segment) => [`segment ${segment}`, flipped(at(segment) + 100)])),
    "last byte": flipped(bytes.length - 1),
    "first removed": Buffer.concat([part(0, at(0)), part(at(1))]),
    "one in the middle removed": Buffer.concat([part(0, at(1)), part(at(2))]),
    "last removed": part(0, at(4)),
    swapped: Buffer.concat([part(0, at(1)), part(at(2), at(3)), part(at(1), at(2)), part(at(3))]),
    repeated: Buffer.concat([part(0, at(2)), part(at(1))]),
    cut: part(0, bytes.length - 1),
    "cut in the header": part(0, 60),
    "cut after the header": part(0, begin),
    "one byte added": Buffer.concat([bytes, Buffer.of(0)]),
    "joined with itself": Buffer.concat([bytes, bytes]),
    "joined with its own segments": Buffer.concat([bytes, part(at(0))]),
  };
  for (const [name, file] of Object.entries(altered))
    await expect(readAll(file), name).rejects.toThrow(/damaged|altered|not an encrypted/);
  expect((await readAll(bytes)).length).toBe(4 * SEGMENT + 500);
});

test("another identity opens nothing, and is told so", async () => {
  const { bytes } = await write(randomBytes(10));
  await expect(open(bytes, await generateX25519Identity())).rejects.toThrow(
    "This identity does not open the file: it was made for another one, or its header was altered.",
  );
});
