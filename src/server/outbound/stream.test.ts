import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import net from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { openGuard } from "./guard.ts";
import { openStream } from "./stream.ts";

let server: Server | undefined;
afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

async function answering(answer: (response: ServerResponse) => void): Promise<URL> {
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const open = openGuard({ allowPrivate: true });
const get = (url: URL) => ({ url, method: "GET", headers: {} });
const textOf = async (bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test("a stream is opened behind the guard, and a redirect is an answer", async () => {
  const url = await answering((response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end());
  const closed = openGuard({ allowPrivate: false });
  await expect(openStream(closed, get(url))).rejects.toThrow("no public https address");
  // Accepted as it is written; only what it resolves to tells.
  const named = { ...closed, accepts: () => true };
  const local = new URL(`http://localhost:${url.port}`);
  await expect(openStream(named, get(local))).rejects.toThrow("no public address");
  const answer = await openStream(open, get(url));
  expect([answer.status, answer.headers["location"]]).toEqual([302, "http://127.0.0.1:1/"]);
  await textOf(answer.bytes);
});

test("bytes are handed over as they arrive, and an answer that breaks off is an error", async () => {
  let go = () => {};
  const url = await answering((response) => {
    response.writeHead(200, { "content-length": 8 });
    response.write("half");
    go = () => void response.destroy();
  });
  const { bytes } = await openStream(open, get(url));
  const reader = bytes[Symbol.asyncIterator]();
  expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe("half");
  go();
  await expect(reader.next()).rejects.toThrow("aborted");
});

test("whoever stops reading ends the request", async () => {
  let isClosed = false;
  const url = await answering((response) => {
    response.once("close", () => (isClosed = true));
    response.writeHead(200, { "content-length": 8 });
    response.write("half");
  });
  const { bytes } = await openStream(open, get(url));
  for await (const chunk of bytes) if (chunk.length > 0) break;
  await expect.poll(() => isClosed).toBe(true);
});

/** Timers of ours alone: sockets go on by their own. */
const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
const HOUR_MS = 60 * 60_000;
/** What happens while so much time passes by our timers, once `begun`. */
async function within(ms: number, happens: () => Promise<void>, begun?: () => Promise<void>): Promise<void> {
  const happened = happens();
  await begun?.();
  await vi.advanceTimersByTimeAsync(ms);
  await happened;
}

test("a reader that pauses for as long as it likes loses nothing", async () => {
  useFakeTimers();
  let go = () => {};
  const url = await answering((response) => {
    response.writeHead(200, { "content-length": 8 });
    response.write("half");
    go = () => void response.end("half");
  });
  const { bytes } = await openStream(open, get(url));
  const reader = bytes[Symbol.asyncIterator]();
  expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe("half");
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  go();
  expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe("half");
  expect((await reader.next()).done).toBe(true);
});

test("an answer that falls silent while somebody waits for it is an error", async () => {
  useFakeTimers();
  const url = await answering((response) => void response.writeHead(200, { "content-length": 8 }).write("half"));
  const { bytes } = await openStream(open, get(url));
  const reader = bytes[Symbol.asyncIterator]();
  await reader.next();
  await within(20_000, () => expect(reader.next()).rejects.toThrow("nothing came for 20 seconds"));
});

test("an answer that comes drop by drop ends when its time is up", async () => {
  useFakeTimers();
  let drop = () => {};
  const url = await answering((response) => {
    response.writeHead(200);
    drop = () => void response.write(".");
    drop();
  });
  const { bytes } = await openStream(open, get(url));
  const reader = bytes[Symbol.asyncIterator]();
  await reader.next();
  for (let waited = 15_000; waited < 300_000; waited += 15_000) {
    const next = reader.next();
    await vi.advanceTimersByTimeAsync(15_000);
    drop();
    await next;
  }
  await within(15_000, () => expect(reader.next()).rejects.toThrow("nothing came for 15 seconds"));
});

test("neither a connection that never stands nor an answer that never begins is waited for", async () => {
  useFakeTimers();
  let isAsked = false;
  const url = await answering(() => (isAsked = true));
  // It accepts a connection and says nothing, not even of TLS.
  const silent = net.createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const secure = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await within(10_000, () => expect(openStream(open, get(secure))).rejects.toThrow("no connection within 10 seconds"));
  silent.close();
  const isHeard = async () => await expect.poll(() => isAsked).toBe(true);
  await within(
    20_000,
    () => expect(openStream(open, get(url))).rejects.toThrow("nothing came for 20 seconds"),
    isHeard,
  );
});
