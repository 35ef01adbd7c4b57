import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
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

const METRICS_TOKEN = "a token of the tests";

test("/metrics is nothing without its token, and says how queues, endpoints and the installation are", async () => {
  const running = await runApp({ metricsToken: METRICS_TOKEN.replaceAll(" ", "-"), asksSigner: true });
  try {
    const ask = (headers: Record<string, string> = {}) => fetch(`${running.url}/metrics`, { headers });
    expect((await ask()).status).toBe(404);
    expect((await ask({ authorization: "Bearer another" })).status).toBe(404);
    expect((await fetch(`${running.url}/api/v1/session`)).status).toBe(200);
    // The line of an answer is written when its connection is done with it.
    await setTimeout(50);
    const answer = await ask({ authorization: `Bearer ${METRICS_TOKEN.replaceAll(" ", "-")}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/openmetrics-text/);
    const text = await answer.text();
    expect(text).toMatch(/^exhibit_up 1$/m);
    expect(text).toMatch(/^exhibit_jobs_waiting\{queue="mail"\} 0$/m);
    expect(text).toMatch(/exhibit_http_request_duration_seconds_count\{endpoint="session\.current",status="2xx"\} 1/);
    expect(text).toMatch(/^exhibit_attention\{key="signer"\} 1$/m);
    expect(text.trimEnd().endsWith("# EOF")).toBe(true);
  } finally {
    await running.close();
  }
});

test("without METRICS_TOKEN nobody reads /metrics, whatever they bring", async () => {
  const running = await runApp();
  try {
    const answer = await fetch(`${running.url}/metrics`, { headers: { authorization: "Bearer undefined" } });
    expect(answer.status).toBe(404);
  } finally {
    await running.close();
  }
});
