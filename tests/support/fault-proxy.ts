import http from "node:http";
import { startVendor } from "./answering-server.ts";
import type { Arrived, Vendor } from "./answering-server.ts";
import { unturned } from "./turned-pages.ts";

/** What a proxy does to an answer instead of passing it on. */
export type Fault = (fault: FaultedAnswer) => void;

export interface FaultedAnswer {
  readonly response: http.ServerResponse;
  /** What the peer answered. */
  readonly answer: PeerAnswer;
  readonly request: Arrived;
  /** The origin of the proxy that was asked. */
  readonly origin: string;
  /** The time that waiting has come to; dates of faults are told by it. */
  now(): Date;
}

export interface PeerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Stands between a connector and its peer, whose answers it passes on but for those that a test wants broken. */
export interface FaultProxy {
  /** To be used in place of the peer's. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Paths that were asked for, in order, without their queries. */
  readonly asked: string[];
  /** From now on: breaks an answer wherever this gives a fault. `number` counts the requests of one path from 1. */
  breakWith(choose: (path: string, number: number, whole: string) => Fault | undefined): void;
  close(): Promise<void>;
}

/** Starts one proxy for each endpoint of a peer. */
export async function startFaultProxy(
  endpoints: Readonly<Record<string, string>>,
  now: () => Date,
): Promise<FaultProxy> {
  const asked: string[] = [];
  let counts = new Map<string, number>();
  let choose: (path: string, number: number, whole: string) => Fault | undefined = () => undefined;
  const proxies = new Map<string, Vendor>();
  const own = () => [...proxies].map(([name, proxy]) => [endpoints[name]!, proxy.origin] as const);
  for (const [name, target] of Object.entries(endpoints)) {
    proxies.set(
      name,
      await startVendor((response, request) => {
        const path = request.path.split("?")[0]!;
        asked.push(path);
        const number = (counts.get(path) ?? 0) + 1;
        counts.set(path, number);
        void pass(target, request).then(
          (given) => {
            const answer = renamed(given, own());
            const fault = choose(path, number, request.path) ?? unbroken;
            fault({ response, answer, request, origin: proxies.get(name)!.origin, now });
          },
          () => response.destroy(),
        );
      }),
    );
  }
  return {
    endpoints: Object.fromEntries([...proxies].map(([name, { origin }]) => [name, origin])),
    asked,
    breakWith: (chosen) => {
      choose = chosen;
      counts = new Map();
      asked.length = 0;
    },
    close: async () => {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    },
  };
}

async function pass(target: string, { method, path, headers, body }: Arrived): Promise<PeerAnswer> {
  return await new Promise((resolve, reject) => {
    const { "accept-encoding": _, connection: __, ...kept } = headers;
    const url = new URL(target + unturned(path));
    const request = http.request(url, { method, headers: { ...kept, host: url.host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        const own = given.filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name));
        resolve({ status: response.statusCode!, headers: Object.fromEntries(own), body: Buffer.concat(chunks) });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The peer's own address leads around the proxy: its next pages come back here instead. */
function renamed({ status, headers, body }: PeerAnswer, names: readonly (readonly [string, string])[]): PeerAnswer {
  const rename = (text: string) => names.reduce((now, [from, to]) => now.replaceAll(from, to), text);
  const text = body.toString("latin1");
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, rename(value)])),
    body: Buffer.from(rename(text), "latin1"),
  };
}

/** Passes the answer on. */
export function unbroken({ response, answer }: FaultedAnswer): void {
  response.writeHead(answer.status, answer.headers).end(answer.body);
}
