import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { commitContent, commitMetadata } from "./commitment.ts";

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac("sha256", key).update(message).digest();
const salt = Buffer.alloc(16, 7);

test("content is committed to by the HMAC of its raw SHA-256 under the salt", () => {
  const sha256 = createHash("sha256").update("artifact").digest();
  expect(commitContent(hmac, salt, sha256)).toBe(createHmac("sha256", salt).update(sha256).digest("base64"));
});

test("a description is committed to by its canonical text, however its names were ordered", () => {
  const expected = createHmac("sha256", salt).update('{"controls":["a","b"],"name":"Zürich"}').digest("base64");
  expect(commitMetadata(hmac, salt, { name: "Zürich", controls: ["a", "b"] })).toBe(expected);
  expect(commitMetadata(hmac, salt, { name: "Zürich", controls: ["b", "a"] })).not.toBe(expected);
  expect(commitMetadata(hmac, Buffer.alloc(16, 8), { name: "Zürich", controls: ["a", "b"] })).not.toBe(expected);
});
