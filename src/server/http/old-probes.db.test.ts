import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

/** What is answered to these bytes on a connection of their own. */
async function ask(bytes: string): Promise<string> {
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

test.each(["/healthz", "/readyz"])(
  "O12: a probe that speaks HTTP/1.0 and names no host is answered: %s",
  async (path) => {
    expect(await ask(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.[01] 200 OK[\s\S]*"status":"(ok|ready)"/);
  },
);

test("O12: nothing else is answered to who names no host", async () => {
  expect(await ask("GET /dashboard HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.[01] 4(00|21) /);
});
