import { readdirSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
beforeAll(async () => void (running = await runApp()));
afterAll(() => running.close());

const HIDDEN = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

test.each([
  ["a length and chunks", `transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["two lengths", `content-length: 0\r\ncontent-length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ["an encoding nobody knows", `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["a space before the colon", `content-length : 5\r\n\r\n${HIDDEN}`],
  ["a folded line", `transfer-encoding:\r\n chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${HIDDEN}`],
])(
  "a request whose end could be read in two ways is refused, and nothing behind it is answered: %s",
  async (_, rest) => {
    const answer = await converse(`POST /api/v1/session/sign-out HTTP/1.1\r\nhost: localhost\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  },
);

test("more than 16 KiB of headers are refused with 431", async () => {
  expect(await converse(`GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ${"a".repeat(17_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
});

test("TRACE repeats nothing, and no header makes another method of a request", async () => {
  for (const address of ["/", "/api/v1/session"]) {
    const answer = await converse(
      `TRACE ${address} HTTP/1.1\r\nhost: localhost\r\nx-canary: seen\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 40[45] /);
    expect(answer).not.toContain("seen");
  }
  const overridden = await fetch(`${running.url}/api/v1/session`, { headers: { "x-http-method-override": "DELETE" } });
  expect(overridden.status).toBe(200);
});

test("a preflight of another site is allowed nothing", async () => {
  const answer = await fetch(`${running.url}/api/v1/companies`, {
    method: "OPTIONS",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  });
  expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  expect(answer.ok).toBe(false);
});

test("signing out tells the browser to forget what it kept of answers", async () => {
  const ana = await running.person("Leaving");
  const { response } = await ana.post("/session/sign-out", {});
  expect(response.headers.get("clear-site-data")).toContain('"cache"');
});

test("a mailed link begins with APP_URL, whatever the request says of its host", async () => {
  const ana = await running.person("Forwarded");
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" };
  expect((await ana.post("/session/send-reset", { email: ana.email }, headers)).status).toBe(200);
  await running.app.runTasks();
  const { text } = running.mails.findLast(({ to }) => to === ana.email)!;
  expect(text).toContain(`${running.url}/`);
  expect(text).not.toContain("evil.example");
});

test("no source map, no source and no list of a folder is served", async () => {
  const names = readdirSync(path.resolve(import.meta.dirname, "../../../build/client"), { recursive: true });
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => /\.(map|tsx?|md|sql|env)$/.test(String(name)))).toEqual([]);
  for (const folder of ["/assets", "/assets/"]) expect((await fetch(running.url + folder)).status).toBe(404);
});

/** Sends text and hears until the other end closes, or says nothing more for a second. */
async function converse(text: string): Promise<string> {
  const socket = connect(Number(new URL(running.url).port), "localhost");
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
  socket.on("error", () => {});
  socket.setTimeout(1_000, () => socket.destroy());
  socket.write(text);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}
