import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { connectionsKeyOf } from "./connections-key.ts";
import { sealFor } from "./sealed-box.ts";

const seed = Buffer.alloc(32, 7);
const key = connectionsKeyOf(seed);
const DIFFERS = /unable to authenticate/;
const plain = Buffer.from("a token of the customer");

test("the same 32 bytes are the same key, and what is sealed for it opens", () => {
  const box = sealFor(key.publicKey, plain, "company|connection|1");
  expect(connectionsKeyOf(seed).open(box, "company|connection|1")).toEqual(plain);
});

test("nothing of what is sealed can be seen, and no two boxes are alike", () => {
  const boxes = [1, 2].map(() => sealFor(key.publicKey, plain, "bound"));
  expect(boxes[0]!.equals(boxes[1]!)).toBe(false);
  for (const box of boxes) expect(box.includes(plain)).toBe(false);
});

test("a box opens for no other key, under no other name, and not when a byte of it differs", () => {
  const box = sealFor(key.publicKey, plain, "company|connection|1");
  expect(() => connectionsKeyOf(randomBytes(32)).open(box, "company|connection|1")).toThrow(DIFFERS);
  expect(() => key.open(box, "company|connection|2")).toThrow(DIFFERS);
  const opens = (at: number) => {
    const changed = Buffer.from(box);
    changed[at] = changed[at]! ^ 1;
    try {
      return key.open(changed, "company|connection|1");
    } catch {
      return undefined;
    }
  };
  expect([...box.keys()].filter((at) => opens(at) !== undefined)).toEqual([]);
});
