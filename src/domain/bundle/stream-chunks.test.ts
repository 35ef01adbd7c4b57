import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { readFully, streamChunks, withWindow } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";

const data = Buffer.alloc(3_500_000);
for (let i = 0; i + 4 <= data.length; i += 4) data.writeUInt32LE((i * 2_654_435_761) % 2 ** 32, i);

/** Gives at most `most` bytes at a time, later, as a disk or a network may. */
const slowly =
  (most: number): ReadAt =>
  async (into, position) => {
    await setImmediate();
    return data.subarray(position, position + most).copy(into);
  };

/** What a full read gives, as bytes that compare and print. */
const fully = async (...asked: Parameters<typeof readFully>) => Buffer.from(await readFully(...asked));

async function gathered(readAt: ReadAt, position: number, length: number): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of streamChunks(readAt, position, length)) {
    // Long enough for the next read to have written over a chunk that it should not touch.
    await setImmediate();
    await setImmediate();
    copies.push(Buffer.from(chunk));
  }
  return Buffer.concat(copies);
}

describe("what is streamed is what is there,", () => {
  test.each([
    ["whole", 0, data.length],
    ["from the middle", 1_234_567, 2_000_000],
    ["exactly a chunk", 0, 1 << 20],
    ["a byte more than a chunk", 0, (1 << 20) + 1],
    ["a byte", data.length - 1, 1],
    ["nothing", 17, 0],
    ["as far as there is any", data.length - 10, 5_000_000],
  ])("%s", async (_, position, length) => {
    const wanted = data.subarray(position, position + length);
    expect((await gathered(slowly(1 << 20), position, length)).equals(wanted)).toBe(true);
  });

  test("however little a read gives", async () => {
    expect((await gathered(slowly(100_000), 5, 3_000_000)).equals(data.subarray(5, 3_000_005))).toBe(true);
    expect((await fully(slowly(7), 5, 100)).equals(data.subarray(5, 105))).toBe(true);
  });
});

test("a failed read fails the stream, and harms nothing when nobody reads on", async () => {
  let reads = 0;
  const failing: ReadAt = async (into, position) => {
    reads += 1;
    if (reads > 1) throw new Error("the disk is gone");
    return data.subarray(position).copy(into);
  };
  await expect(gathered(failing, 0, data.length)).rejects.toThrow("the disk is gone");
  reads = 0;
  for await (const chunk of streamChunks(failing, 0, data.length)) {
    expect(chunk.length).toBe(1 << 20);
    break;
  }
  await setImmediate();
});

test("neighbours are read at once, and every read gives what a direct one gives", async () => {
  let reads = 0;
  const counted: ReadAt = async (into, position) => {
    reads += 1;
    return data.subarray(position).copy(into);
  };
  const windowed = withWindow(counted);
  for (let position = 0; position < 60_000; position += 50) {
    expect((await fully(windowed, position, 50)).equals(data.subarray(position, position + 50))).toBe(true);
  }
  expect(reads).toBe(1);
  for (const [position, length] of [
    [65_530, 20],
    [10, 5],
    [3_499_990, 100],
    [0, 100_000],
    [5_000_000, 9],
  ] as const) {
    const wanted = data.subarray(position, position + length);
    expect((await fully(windowed, position, length)).equals(wanted)).toBe(true);
  }
  const both = await Promise.all([fully(windowed, 200_000, 9), fully(windowed, 700_000, 9)]);
  expect(both.map((bytes) => bytes.toString("hex"))).toEqual(
    [200_000, 700_000].map((position) => data.toString("hex", position, position + 9)),
  );
});
