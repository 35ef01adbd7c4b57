import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type { Connector } from "#connectors/connector.ts";
import { collectDue } from "#server/connections/collect-due.ts";
import type { Collecting } from "#server/connections/run-collection.ts";
import type { Instance } from "./instance.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const CONNECTIONS = 1_000;
const COMPANIES = 50;
/** What one account has: pages of resources, each with a checkpoint after it. */
const PAGES = 4;
const PER_PAGE = 50;
/** As long as a vendor takes to answer. */
const ANSWER_MS = 60;
const HOUR = 3_600_000;

/**
 * A thousand connections every hour on one worker, against a vendor on this machine: the first hour, in which each files an item,
 * and another one, in which a tenth has changed. Prints wall time, memory and the database's time of each hour.
 */
export async function collectRatios(instance: Instance): Promise<Ratio[]> {
  const vendor = await startVendor();
  const begin = Date.now() - 4 * HOUR;
  let now = begin;
  const { services } = instance.app;
  const deps: Collecting = {
    ...services,
    connectors: { find: () => connector, methods: () => [] },
    now: () => new Date(now),
    openVendorClient: async () => {
      let sent = 0;
      return {
        granted: () => undefined,
        requests: () => sent,
        close: async () => {},
        http: {
          send: async ({ path }) => {
            sent += 1;
            const response = await fetch(vendor.origin + path);
            const text = await response.text();
            const at = new Date(now).toISOString();
            return {
              status: response.status,
              headers: {},
              body: Buffer.from(text),
              text: () => text,
              json: () => JSON.parse(text),
              at,
            };
          },
        },
      };
    },
    everyMinutes: 60,
  };
  for (let company = 0; company < COMPANIES; company += 1) {
    const companyId = await instance.found(`Collected ${company}`);
    await instance.admin.query(
      `INSERT INTO app.connections (company_id, provider, method, state, account_label, source, created_by, connected_at)
        SELECT $1, 'github', 'token', 'connected', 'acme', 'GitHub ' || i, $2, $4 FROM generate_series(1, $3::integer) i`,
      [companyId, randomUUID(), CONNECTIONS / COMPANIES, new Date(begin)],
    );
  }
  const hours: { seconds: number; databaseMs: number; items: number; megabytes: number }[] = [];
  for (const changed of [0, 0.1]) {
    now += HOUR;
    vendor.change(changed);
    const peak = watchMemory();
    const before = await busy(instance);
    const seconds = await timed(() => collectDue(deps, new AbortController().signal));
    const databaseMs = (await busy(instance)) - before;
    const { rows } = await instance.admin.query<{ done: number; items: number }>(
      `SELECT count(*) FILTER (WHERE state = 'done')::integer AS done, count(*) FILTER (WHERE NOT unchanged)::integer AS items
        FROM app.collection_runs WHERE slot > $1`,
      [new Date(now - HOUR)],
    );
    if (rows[0]!.done !== CONNECTIONS) throw new Error(`${rows[0]!.done} of ${CONNECTIONS} runs were done`);
    hours.push({ seconds, databaseMs, items: rows[0]!.items, megabytes: peak() });
  }
  await vendor.close();
  return hours.map(({ seconds, databaseMs, items, megabytes }, index) => ({
    what: `${CONNECTIONS.toLocaleString("en-US")} connections collected by one worker, hour ${index + 1} / an hour`,
    figures: `${seconds.toFixed(0)} s, ${(databaseMs / 1000).toFixed(1)} s in transactions of the database, ${items} items filed, ${megabytes.toFixed(0)} MB at most`,
    ratio: seconds / 3_600,
    goal: { atMost: 0.25 },
  }));
}

/** Milliseconds that sessions of this database spent at work so far. */
async function busy({ admin }: Instance): Promise<number> {
  // Sessions report it when they rest.
  await setTimeout(1_500);
  const { rows } = await admin.query<{ ms: number }>(
    "SELECT active_time AS ms FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0]!.ms;
}

function watchMemory(): () => number {
  let most = 0;
  const look = () => void (most = Math.max(most, process.memoryUsage().rss / 1024 / 1024));
  const timer = setInterval(look, 250);
  return () => {
    look();
    clearInterval(timer);
    return most;
  };
}

async function startVendor() {
  let [generation, share] = [0, 0];
  let accounts = 0;
  const server = createServer((request, response) => {
    const page = Number(/\d+$/.exec(request.url!)?.[0] ?? 0);
    if (request.url === "/resources/0") accounts += 1;
    // The first page of some accounts says something new.
    const fresh = request.url === "/resources/0" && accounts % 1_000 < share * 1_000 ? generation : 0;
    const resources = Array.from({ length: PER_PAGE }, (_, index) => ({
      name: `resource-${page}-${index}`,
      approvals: fresh + index,
    }));
    void setTimeout(ANSWER_MS).then(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(request.url === "/account" ? { id: "acct" } : resources));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (next: number) => {
      generation += 1;
      share = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}

const connector: Connector = {
  manifest: {
    id: "github",
    version: 1,
    methods: [],
    endpoints: { api: { origin: "http://127.0.0.1" } },
    scopes: { required: [], optional: [], forbidden: [] },
    budget: { requests: 1_000, perSeconds: 60, atOnce: 4 },
    kinds: { resource: z.strictObject({ approvals: z.number() }) },
    settings: z.strictObject({}),
    settingFields: [],
  },
  probe: async ({ http }) => {
    await http.send({ endpoint: "api", path: "/account" });
    return { id: "acct", label: "acme", granted: undefined, facts: {} };
  },
  steps: [
    {
      id: "resources",
      title: "Resources",
      kinds: ["resource"],
      scopes: [],
      async *collect({ http, now, cursor }) {
        for (let page = (cursor as number | undefined) ?? 0; page < PAGES; page += 1) {
          const answer = await http.send({ endpoint: "api", path: `/resources/${page}` });
          for (const { name, approvals } of answer.json() as unknown as { name: string; approvals: number }[])
            yield {
              kind: "resource",
              subject: { type: "repository", id: name, label: name },
              data: { approvals },
              observedAt: now().toISOString(),
            };
          yield { checkpoint: page + 1 };
        }
      },
    },
  ],
  checks: Array.from({ length: 12 }, (_, index) => ({
    id: `bench.check-${index}`,
    version: 1,
    title: `Check ${index}`,
    severity: "medium" as const,
    hint: "Do it.",
    answers: index === 0 ? ["change.reviewed/merges"] : [],
    steps: ["resources"],
    judge: ({ items }) =>
      items("resource").map(({ subject, data }) => {
        const { approvals } = data as { approvals: number };
        return {
          resource: subject,
          outcome: approvals % 12 === index ? "fail" : "pass",
          observed: `${approvals} approvals`,
          wanted: "another number",
        } as const;
      }),
  })),
};
