import { BlockList, connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

test("a worker says that it lives, and serves nobody else", async () => {
  const worker = await runApp({ role: "worker" });
  const status = async (path: string) => (await fetch(worker.url + path)).status;
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
  for (const path of ["/", "/login", "/dashboard", "/api/v1/session", "/api/openapi.json", "/dev/mailbox"])
    expect(await status(path), path).toBe(404);
  await worker.close();
});

describe("what arrives", () => {
  let running: RunningApp;
  beforeAll(async () => void (running = await runApp()));
  afterAll(() => running.close());

  const half = (path: string, type = "application/json") =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${running.url}\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n{"email":`;

  test("S9: a body that stays half-sent ends the request after 15 s, and the connection with it", async () => {
    const answered = (path: string, type?: string) => converse(running.url, half(path, type));
    const [signIn, form, unknown] = await Promise.all([
      answered("/api/v1/session/sign-in"),
      answered("/contact", "application/x-www-form-urlencoded"),
      answered("/api/v1/nothing-lives-here"),
    ]);
    for (const { answer, seconds } of [signIn, form]) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(seconds).toBeGreaterThan(14);
    }
    // What was refused before its body came has its answer at once.
    expect(unknown.answer).toMatch(/^HTTP\/1.1 404 /);
    expect(Math.max(...[signIn, form, unknown].map(({ seconds }) => seconds))).toBeLessThan(60);
  }, 90_000);

  test("S9: whoever hangs up in the middle of a body is no error in the log", async () => {
    const before = running.log.length;
    for (const [path, type] of [
      ["/api/v1/session/sign-in", "application/json"],
      ["/contact", "application/x-www-form-urlencoded"],
    ] as const)
      await hangUp(running.url, half(path, type));
    // The server hears of it when it looks at the socket next.
    await fetch(`${running.url}/healthz`);
    await setTimeout(300);
    const levels = running.log.slice(before).map((line) => (JSON.parse(line) as { level: number }).level);
    expect(levels.filter((level) => level >= 40)).toEqual([]);
  });

  test("S11: another Host is refused with 421 everywhere, and probes are answered under any", async () => {
    for (const path of ["/", "/login", "/api/v1/session", "/dev/mailbox", "/api/openapi.json"]) {
      const { answer } = await converse(
        running.url,
        `GET ${path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1.1 421 /);
      expect(answer).toContain('"code":"wrong-host"');
    }
    for (const path of ["/healthz", "/readyz"]) {
      const { answer } = await converse(
        running.url,
        `GET ${path} HTTP/1.1\r\nhost: 10.0.0.7\r\nconnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  test("S11: a request for a whole address is refused as well, whatever its Host says", async () => {
    const { answer } = await converse(
      running.url,
      "GET http://evil.example/dev/mailbox HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1.1 421 /);
  });
});

test("S9: one address holds so many connections and no more, and whoever is behind a proxy is not counted", async () => {
  const limits = { perAddress: 5, total: 8 };
  const running = await runApp({ connections: limits });
  const held = await hold(running.url, 5);
  expect((await converse(running.url, PROBE)).answer).toMatch(/^HTTP\/1.1 503 /);
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await converse(running.url, PROBE)).answer).toMatch(/^HTTP\/1.1 200 /);
  expect(running.log.join()).toContain("connections were refused");
  await running.close();

  const trustedProxies = new BlockList();
  trustedProxies.addSubnet("127.0.0.0", 8, "ipv4");
  trustedProxies.addAddress("::1", "ipv6");
  const behind = await runApp({ connections: limits, trustedProxies });
  const through = await hold(behind.url, 7);
  expect((await converse(behind.url, PROBE)).answer).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of through) socket.destroy();
  await behind.close();
});

test("a connection on which nothing is asked outlives the minute for which proxies keep theirs, and is soon closed to anybody else", async () => {
  const trustedProxies = new BlockList();
  trustedProxies.addAddress("10.0.0.1", "ipv4");
  const idle = async (options: Parameters<typeof runApp>[0]) => {
    const running = await runApp(options);
    const kept = PROBE.replace("connection: close", "connection: keep-alive");
    const { answer } = await converse(running.url, `${kept}${PROBE}`);
    await running.close();
    return Number(/keep-alive: timeout=(\d+)/i.exec(answer)?.[1]);
  };
  expect(await idle({ trustedProxies })).toBeGreaterThan(60);
  expect(await idle({})).toBeLessThanOrEqual(30);
});

const PROBE = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/** Sends text and hears until the other end closes. */
async function converse(url: string, text: string): Promise<{ answer: string; seconds: number }> {
  const began = performance.now();
  const socket = connect(Number(new URL(url).port), "localhost");
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
  socket.on("error", () => {});
  socket.write(text);
  await new Promise((resolve) => socket.once("close", resolve));
  return { answer, seconds: (performance.now() - began) / 1000 };
}

async function hangUp(url: string, text: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), "localhost");
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  await setTimeout(100);
  socket.resetAndDestroy();
}

/** Opens connections that say nothing. */
async function hold(url: string, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(Number(new URL(url).port), "localhost"));
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once("connect", () => resolve()))));
  // Connected is not yet accepted.
  await setTimeout(100);
  return sockets;
}
