import http from "node:http";
import https from "node:https";
import { gzipSync } from "node:zlib";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { json, startVendor } from "#tests/support/answering-server.ts";
import type { Answering, Vendor } from "#tests/support/answering-server.ts";
import { openGuard } from "./guard.ts";
import { openLine } from "./line.ts";

let vendor: Vendor | undefined;
afterEach(() => vendor?.close());

const open = openGuard({ allowPrivate: true });
const get = (url: URL) => ({ url, method: "GET", headers: {} });

async function answerOf(answer: Answering, options = {}) {
  vendor = await startVendor(answer);
  const line = openLine(open, options);
  return await line.send(get(new URL(vendor.origin))).finally(() => line.close());
}

test("connections are kept between requests of one line", async () => {
  const ports = new Set<number>();
  const server = http.createServer((request, response) => {
    ports.add(request.socket.remotePort!);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line = openLine(open);
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let sent = 0; sent < 3; sent += 1) await line.send(get(url));
  line.close();
  expect(ports.size).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});

test("an address is judged as it is connected to, whatever its name resolved to before", async () => {
  let connected = 0;
  const server = https.createServer().on("connection", () => (connected += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  // Accepted as it is written and as it resolves; only the socket tells.
  const blind = { ...open, watch: openGuard({ allowPrivate: false }).watch };
  await expect(openLine(blind).send(get(new URL(`https://127.0.0.1:${port}`)))).rejects.toThrow(
    "the address is not public",
  );
  expect(connected).toBeLessThanOrEqual(1);
  await new Promise((resolve) => server.close(resolve));
});

test("what is packed is read unpacked, and never beyond what may be read", async () => {
  const packed: Answering = (response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a".repeat(1_000_000)));
  expect((await answerOf(packed)).body.byteLength).toBe(1_000_000);
  await vendor!.close();
  await expect(answerOf(packed, { mostBytes: 10_000 })).rejects.toThrow("more than 10000 bytes");
});

test("an answer that ends before its last byte is an error, packed or not", async () => {
  const half = gzipSync("b".repeat(5_000)).subarray(0, 20);
  await expect(
    answerOf((response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(half)),
  ).rejects.toThrow("unexpected end of file");
  await vendor!.close();
  const cut: Answering = (response) => {
    response.writeHead(200, { "content-length": 50 });
    response.write("half", () => response.destroy());
  };
  await expect(answerOf(cut)).rejects.toThrow("aborted");
});

test("a slow answer ends when its time is over, though bytes still come", async () => {
  const drip: Answering = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 10);
    response.on("close", () => clearInterval(timer));
  };
  await expect(answerOf(drip, { totalMs: 120 })).rejects.toThrow("no answer within 0.12 seconds");
});

test("an answer without a body is whole", async () => {
  const answer = await answerOf((response) => void response.writeHead(204, { "content-encoding": "gzip" }).end());
  expect(answer).toMatchObject({ status: 204 });
  await vendor!.close();
  expect((await answerOf((response) => json(response, { a: 1 }))).body.toString()).toBe('{"a":1}');
});
