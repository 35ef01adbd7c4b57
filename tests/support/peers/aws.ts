import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { aws } from "#connectors/aws/index.ts";
import type { Authorizer } from "#server/connections/http/authorizer.ts";
import { readTestJson } from "../test-data.ts";
import { moreAnswers } from "./aws-more.ts";
import type { Peer } from "./peer.ts";

/** One exchange between AWS's own SDK and moto, and what answers are told apart by. */
export interface Exchange {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  /** The operation of services that are asked by JSON. */
  readonly target: string | null;
  readonly body: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: string;
}

/** Replays what moto answered to the SDK: to our reader as to anybody who asks the same. */
export async function startPeer(): Promise<Peer & { readonly origin: string; readonly missed: readonly string[] }> {
  const answers = new Map<string, Exchange[]>();
  // Ours come first: they stand for what moto answers otherwise than AWS, or not at all.
  const own = new Set(moreAnswers.map(keyOf));
  const theirs = readTestJson<Exchange[]>("aws/noncompliant.json").filter((item) => !own.has(keyOf(item)));
  for (const exchange of [...moreAnswers, ...theirs])
    answers.set(keyOf(exchange), [...(answers.get(keyOf(exchange)) ?? []), exchange]);
  const missed: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = keyOf(await asked(request));
    // Several answers to one question were given one after the other; the last one stays.
    const [given, ...later] = answers.get(key) ?? [];
    if (later.length > 0) answers.set(key, later);
    if (!given) missed.push(key);
    response.writeHead(given?.status ?? 500, { ...given?.headers, connection: "close" });
    response.end(given?.response ?? `nothing was recorded for ${key}`);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    missed,
    endpoints: Object.fromEntries(Object.keys(aws.manifest.endpoints).map((name) => [name, origin])),
    typed: { roleArn: "arn:aws:iam::123456789012:role/EvidenceReader" },
    method: "role",
    authorizer: unsigned,
    now: new Date("2026-11-21T06:05:00.000Z"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Says what a signature would be for, without one: moto tells services apart by that. */
const unsigned: Authorizer = {
  headersFor: async ({ sign }) => ({
    authorization: `AWS4-HMAC-SHA256 Credential=PEER/20261121/${sign?.region}/${sign?.service}/aws4_request`,
  }),
  refresh: async () => false,
  secrets: () => [],
};

async function asked(request: IncomingMessage): Promise<Omit<Exchange, "status" | "headers" | "response">> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const [, service = ""] = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? "") ?? [];
  const target = request.headers["x-amz-target"];
  return {
    service,
    method: request.method!,
    path: request.url!,
    target: typeof target === "string" ? target : null,
    body,
  };
}

/** Parameters that only say how much is wanted, or that narrow what moto gives whole. */
const sizes = /^(MaxItems|MaxRecords|MaxResults|Version|Filter\..*|max-buckets|x-id)$/;

function keyOf({ service, method, path, target, body }: Omit<Exchange, "status" | "headers" | "response">): string {
  const url = new URL(path, "http://aws");
  const query = [...url.searchParams].filter(([name]) => !sizes.test(name)).map(([name, value]) => `${name}=${value}`);
  const pathname = url.pathname.replace(/(?<=.)\/$/, "");
  const asks = `${pathname}?${query.toSorted().join("&")}`;
  return [service, method, asks, target?.replace(/^.*\./, "") ?? "", bodyKey(body, target !== null)].join(" ");
}

function bodyKey(body: string, isJson: boolean): string {
  if (body === "") return "";
  if (isJson) {
    const { Limit: _one, limit: _other, ...rest } = JSON.parse(body) as Record<string, unknown>;
    return JSON.stringify(rest);
  }
  if (body.startsWith("{")) return body;
  const form = [...new URLSearchParams(body)].filter(([name]) => !sizes.test(name));
  return form
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join("&");
}
