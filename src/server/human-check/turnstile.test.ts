import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnstile } from "./turnstile.ts";

// A fake of Cloudflare's siteverify, which cannot be reached from a test; it answers as its documentation says.
let fakeCloudflare: Server;
let asked: URLSearchParams | undefined;
let answer: { status?: number; body: string } = { body: "" };

beforeAll(async () => {
  fakeCloudflare = createServer((request, response) => {
    void text(request).then((body) => {
      asked = new URLSearchParams(body);
      response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => fakeCloudflare.listen(0, "127.0.0.1", resolve));
});
afterAll(() => fakeCloudflare.close());

const now = new Date("2026-05-14T09:00:00Z");
const check = (port = (fakeCloudflare.address() as AddressInfo).port) =>
  turnstile({
    secretKey: "the secret",
    verifyUrl: `http://127.0.0.1:${port}/siteverify`,
    fetch: globalThis.fetch,
    now: () => now,
  });
const outcome = async (payload: string, address = "203.0.113.7", port?: number) =>
  await check(port)
    .verify(payload, address)
    .then(
      (proof) => proof,
      (error: { failure: string }) => error.failure,
    );

test("a token that Cloudflare knows passes, and is told the secret, the token and the visitor's address", async () => {
  answer = { body: JSON.stringify({ success: true, "error-codes": [] }) };
  expect(await outcome("a token")).toEqual({ challenge: "a token", expiresAt: new Date(now.getTime() + 300_000) });
  expect(Object.fromEntries(asked!)).toEqual({ secret: "the secret", response: "a token", remoteip: "203.0.113.7" });
});

test.each([
  ["fails", { success: false, "error-codes": ["invalid-input-response"] }, "verification-failed"],
  ["was used or is old", { success: false, "error-codes": ["timeout-or-duplicate"] }, "verification-expired"],
  ["is answered with something else", { surprise: true }, "verification-failed"],
])("a token that %s is refused", async (_, body, failure) => {
  answer = { body: JSON.stringify(body) };
  expect(await outcome("a token")).toBe(failure);
});

test("no token, no answer and half an answer are refusals: nobody passes while Cloudflare cannot be asked", async () => {
  expect(await outcome("")).toBe("verification-required");
  answer = { status: 500, body: "<html>" };
  expect(await outcome("a token")).toBe("verification-failed");
  expect(await outcome("a token", "203.0.113.7", 1)).toBe("verification-failed");
});

test("of an IPv6 visitor only the network is known, which is not told as an address", async () => {
  answer = { body: JSON.stringify({ success: true }) };
  await outcome("a token", "2001:db8:0:1::/64");
  expect(asked!.get("remoteip")).toBe("");
});
