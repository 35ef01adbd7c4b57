import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";

const METRICS_TOKEN = "a-token-of-the-tests";

test("/metrics is nothing without its token, and says how queues, endpoints and the installation are", async () => {
  const running = await runApp({ metricsToken: METRICS_TOKEN, asksSigner: true });
  try {
    const ask = (headers: Record<string, string> = {}) => fetch(`${running.url}/metrics`, { headers });
    expect((await ask()).status).toBe(404);
    expect((await ask({ authorization: "Bearer another" })).status).toBe(404);
    expect((await fetch(`${running.url}/api/v1/session`)).status).toBe(200);
    // The line of an answer is written when its connection is done with it.
    await setTimeout(50);
    const answer = await ask({ authorization: `Bearer ${METRICS_TOKEN}` });
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
