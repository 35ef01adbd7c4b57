import autocannon from "autocannon";
import type { Person } from "#tests/support/person.ts";
import type { Apart, Cost } from "./apart.ts";

export const AT_ONCE = 16;

/** A person with a company of some items, at a server in a process of its own. */
export interface Asking {
  readonly apart: Apart;
  readonly person: Person;
  readonly companyId: string;
}

/** What is sent, and by how many connections at once. */
interface Sent {
  readonly method?: "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly atOnce?: number;
}

/** Requests by connections that come from many addresses, so that no limit of an address is met; answers how long they took, in ms. */
export async function ask({ person }: Pick<Asking, "person">, url: string, amount: number, sent: Sent = {}) {
  const requests = Array.from({ length: 200 }, (_, index) => ({
    method: sent.method ?? ("GET" as const),
    headers: {
      cookie: person.cookie,
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": `10.9.${index >> 4}.${(index % 16) + 1}`,
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: sent.body }),
  }));
  const result = await autocannon({ url, connections: sent.atOnce ?? AT_ONCE, amount, requests, timeout: 60 });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed, of ${amount}`);
  return { p50: result.latency.p50, p99: result.latency.p99 };
}

/** Milliseconds of a core for each request. */
export const perCall = ({ node, database }: Cost, amount: number) => ((node + database) / amount) * 1_000;

/** The same in words, with what was reached meanwhile. */
export const words = (cost: Cost, amount: number) =>
  `${((cost.node / amount) * 1_000).toFixed(3)} + ${((cost.database / amount) * 1_000).toFixed(3)} ms of node and database, ${Math.round(amount / cost.wall)} a second`;
