import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";

function get(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => resolve(answer.resume()));
    sent.on("error", reject);
    sent.end();
  });
}

test("O11: a process that stops says first that it takes no more, still answers, and lets go of kept connections", async () => {
  const running = await runApp({ drainSeconds: 0.5 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await get(`${running.url}/readyz`, agent)).statusCode).toBe(200);
  const closed = running.app.close();
  const ready = await get(`${running.url}/readyz`, agent);
  expect(ready.statusCode).toBe(503);
  expect(ready.headers["retry-after"]).toBe("2");
  expect((await get(`${running.url}/pricing`, agent)).statusCode).toBe(200);
  const before = performance.now();
  await closed;
  // An idle connection would keep it for the seven seconds that work under way may take.
  expect(performance.now() - before).toBeLessThan(4_000);
  await expect(get(`${running.url}/healthz`, new Agent())).rejects.toThrow(/ECONNREFUSED|socket hang up/);
  agent.destroy();
  await running.close();
});

test("O11: where another process holds the address, one that stops leaves new connections to the next, and lets go of open ones with an answer", async () => {
  const running = await runApp({ drainSeconds: 0.5, addressIsHeld: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await get(`${running.url}/pricing`, agent)).headers.connection).toBe("keep-alive");
  const closed = running.app.close();
  const last = await get(`${running.url}/pricing`, agent);
  expect(last.statusCode).toBe(200);
  expect(last.headers.connection).toBe("close");
  await expect(get(`${running.url}/healthz`, new Agent())).rejects.toThrow(/ECONNREFUSED/);
  await closed;
  agent.destroy();
  await running.close();
});
