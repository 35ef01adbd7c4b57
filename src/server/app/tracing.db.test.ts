import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pino } from "pino";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { openDatabases } from "../db/connections.ts";
import type { Databases } from "../db/connections.ts";
import { machineClock } from "../clock.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Tracing } from "../tracing.ts";
import { openTracing } from "./open-tracing.ts";

interface Told {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const spans: Told[] = [];
const headers: unknown[] = [];
const bodies: string[] = [];
/** A receiver of OTLP in JSON. */
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const text = Buffer.concat(parts).toString();
    bodies.push(text);
    headers.push(request.headers["x-key"]);
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...(scope.spans as Told[]));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
let running: RunningApp;
let tracing: Tracing;
let databases: Databases;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/traces`;
  const settings = { url, headers: { "x-key": "a key" }, percent: 100 };
  tracing = await openTracing(settings, { role: "all", version: "1", now: machineClock });
  const database = await freshDatabase();
  databases = openDatabases(database.adminUrl, database.keys, pino({ level: "silent" }), 4, tracing.query);
  running = await runApp({ tracing, database: { ...database, databases } });
});
afterAll(async () => {
  await running.close();
  await databases.close();
  receiver.close();
});

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const ASKER = "00f067aa0ba902b7";

test("a request, its statements and the jobs that follow are told by route and table, under the asker's trace, without contents", async () => {
  const ana = await running.person("Ana");
  const company = await ana.found("Traced Secretly Ltd");
  const traceparent = `00-${TRACE}-${ASKER}-01`;
  const answer = await fetch(`${running.url}/api/v1/companies/${company}`, {
    headers: { cookie: ana.cookie, traceparent },
  });
  expect(answer.status).toBe(200);
  await answer.text();
  await (await fetch(`${running.url}/login?why=a-secret-query`)).text();
  await running.app.runTasks();
  await expect.poll(async () => spans.some(({ name }) => name.startsWith("job ")) || (await flush())).toBe(true);
  const request = spans.find(({ traceId, name }) => traceId === TRACE && name.startsWith("GET "))!;
  expect(request).toMatchObject({ name: "GET /api/v1/companies/{companyId}", parentSpanId: ASKER });
  expect(request.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId).map(({ name }) => name);
  expect(statements).toContainEqual(expect.stringMatching(/^SELECT .*app\.companies/));
  expect(headers[0]).toBe("a key");
  for (const secret of [company, "Traced Secretly", ana.email, ana.id, "a-secret-query", "127.0.0.1"])
    expect(bodies.join(), secret).not.toContain(secret);
});

/** Everything that was begun is sent when tracing closes. */
async function flush(): Promise<boolean> {
  await tracing.close();
  return spans.some(({ name }) => name.startsWith("job "));
}

test("OpenTelemetry is loaded by nothing that an installation without traces runs", () => {
  const folder = path.resolve(import.meta.dirname, "..");
  const importing = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) =>
      /^import (?!type )[^;]*from "@opentelemetry\//m.test(readFileSync(path.join(folder, name), "utf8")),
    );
  expect(importing).toEqual([]);
});
