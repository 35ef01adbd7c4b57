import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type { Connector, EvidenceItem, Json, StepContext } from "#connectors/connector.ts";
import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { HttpAnswer } from "#connectors/http.ts";
import type { Connectors } from "#server/connections/connectors.ts";
import type { OpenVendorClient } from "#server/connections/vendor-client.ts";

/** What the vendor has, and how it behaves. */
export interface VendorState {
  account: string;
  scopes: string[] | undefined;
  /** By name, and whether each is public. */
  buckets: Record<string, boolean>;
  /** By login, and whether each has a second factor. */
  members: Record<string, boolean>;
  /** A status instead of an answer, by path. */
  refuses: Record<string, number>;
  /** Milliseconds before each answer. */
  slow: number;
}

/** A vendor on this machine: an account with buckets, two a page, and members. */
export interface Vendor {
  readonly origin: string;
  readonly state: VendorState;
  /** Paths that were asked for, with their queries. */
  readonly asked: string[];
  close(): Promise<void>;
}

const PAGE = 2;

export async function startVendor(): Promise<Vendor> {
  const asked: string[] = [];
  const state: VendorState = {
    account: "acct-1",
    scopes: ["buckets:read", "members:read"],
    buckets: { alpha: false, beta: false, gamma: false, delta: false, epsilon: false },
    members: { ana: true, ben: true },
    refuses: {},
    slow: 0,
  };
  const answers: Record<string, (page: number) => unknown> = {
    "/account": () => ({ id: state.account, login: "acme", scopes: state.scopes }),
    "/buckets": (page) => {
      const all = Object.entries(state.buckets).map(([name, isPublic]) => ({ name, isPublic }));
      const next = (page + 1) * PAGE < all.length ? page + 1 : null;
      return { buckets: all.slice(page * PAGE, (page + 1) * PAGE), next };
    },
    "/members": () => Object.entries(state.members).map(([login, mfa]) => ({ login, mfa })),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://vendor");
    asked.push(request.url!);
    void setTimeout(state.slow).then(() => {
      const status = state.refuses[url.pathname] ?? (answers[url.pathname] ? 200 : 404);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(
        status === 200 ? JSON.stringify(answers[url.pathname]!(Number(url.searchParams.get("page") ?? 0))) : "{}",
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}

const bucketOf = (context: StepContext, name: string, isPublic: boolean): EvidenceItem => ({
  kind: "bucket",
  subject: { type: "bucket", id: `b-${name}`, label: name },
  data: { isPublic },
  observedAt: context.now().toISOString(),
});

/** Reads this vendor: buckets page by page, and members every six hours. */
export const vendorConnector: Connector = {
  manifest: {
    id: "github",
    version: 1,
    methods: [],
    endpoints: { api: { origin: "http://127.0.0.1" } },
    scopes: {
      required: [{ name: "buckets:read", reads: "buckets" }],
      optional: [{ name: "members:read", reads: "members" }],
      forbidden: [/:write$/],
    },
    budget: { requests: 1_000, perSeconds: 60, atOnce: 4 },
    kinds: {
      bucket: z.strictObject({ isPublic: z.boolean() }),
      member: z.strictObject({ mfa: z.boolean() }),
    },
    settings: z.record(z.string(), z.json() as z.ZodType<Json>),
    settingFields: [],
  },
  async probe({ http }) {
    const answer = (await http.send({ endpoint: "api", path: "/account" })).json() as {
      id: string;
      login: string;
      scopes?: string[];
    };
    return { id: answer.id, label: answer.login, granted: answer.scopes, facts: {} };
  },
  steps: [
    {
      id: "buckets",
      title: "Buckets",
      kinds: ["bucket"],
      scopes: ["buckets:read"],
      async *collect(context) {
        for (let page: number | null = (context.cursor as number | undefined) ?? 0; page !== null;) {
          const answer = await context.http.send({ endpoint: "api", path: "/buckets", query: { page } });
          const body = answer.json() as { buckets: { name: string; isPublic: boolean }[]; next: number | null };
          for (const { name, isPublic } of body.buckets) yield bucketOf(context, name, isPublic);
          page = body.next;
          if (page !== null) yield { checkpoint: page };
        }
      },
    },
    {
      id: "members",
      title: "Members",
      kinds: ["member"],
      scopes: ["members:read"],
      everyHours: 6,
      async *collect(context) {
        const answer = await context.http.send({ endpoint: "api", path: "/members" });
        for (const { login, mfa } of answer.json() as unknown as { login: string; mfa: boolean }[]) {
          yield {
            kind: "member",
            subject: { type: "user", id: `u-${login}`, label: login },
            data: { mfa },
            observedAt: context.now().toISOString(),
          };
        }
      },
    },
  ],
  checks: [
    {
      id: "vendor.bucket.private",
      version: 1,
      title: "No bucket is public",
      severity: "critical",
      hint: "Make it private.",
      answers: ["confidentiality.private-repositories/repositories"],
      steps: ["buckets"],
      judge: ({ items }) =>
        items("bucket").map(({ subject, data, gap }) => {
          const isPublic = (data as { isPublic: boolean } | null)?.isPublic;
          return {
            resource: subject,
            outcome: isPublic === undefined ? "unknown" : isPublic ? "fail" : "pass",
            observed: gap ?? (isPublic ? "public" : "private"),
            wanted: "private",
          };
        }),
    },
    {
      id: "vendor.member.mfa",
      version: 1,
      title: "Every member has a second factor",
      severity: "high",
      hint: "Ask them to set one up.",
      answers: ["auth.mfa-enforced/enrolled"],
      steps: ["members"],
      judge: ({ items }) =>
        items("member").map(({ subject, data }) => ({
          resource: subject,
          outcome: (data as { mfa: boolean } | null)?.mfa ? "pass" : "fail",
          observed: "second factor",
          wanted: "a second factor",
        })),
    },
  ],
};

/** An installation that has this connector alone. */
export const vendorOnly = (connector: Connector = vendorConnector): Connectors => ({
  find: (provider) => (provider === connector.manifest.id ? connector : undefined),
  methods: () => [],
});

/** A way out to a vendor on this machine, without any of the real one's patience. */
export const wayTo =
  (origin: string): OpenVendorClient =>
  async () => {
    let sent = 0;
    return {
      requests: () => sent,
      granted: () => undefined,
      close: async () => {},
      http: {
        send: async ({ path, query }) => {
          sent += 1;
          const url = new URL(path, origin);
          for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
          const response = await fetch(url).catch((error: unknown) => {
            throw new RequestFailed("failed", `no answer at ${path}: ${String(error)}`);
          });
          const body = new Uint8Array(await response.arrayBuffer());
          if (response.status === 401) throw new CredentialsRefused("401 Unauthorized");
          if (response.status === 403) throw new RequestFailed("denied", `403 Forbidden at ${path}`, 403);
          if (!response.ok) throw new RequestFailed("failed", `${response.status} at ${path}`, response.status);
          const text = () => new TextDecoder().decode(body);
          const at = response.headers.get("date") ?? "";
          const answer: HttpAnswer = {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body,
            text,
            json: () => JSON.parse(text()) as Json,
            at,
          };
          return answer;
        },
      },
    };
  };
