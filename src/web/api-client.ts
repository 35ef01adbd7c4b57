import type { QueryFunctionContext } from "@tanstack/react-query";
import type { ContractRouterClient } from "@orpc/contract";
import type { RouterUtils } from "@orpc/tanstack-query";
import type { procedures as declared } from "#contract/index.ts";
import { errorFrom, unreachable } from "./app-error.ts";

/** Everything the client can ask, by noun and verb, as the contract types it. */
export type Client = ContractRouterClient<typeof declared>;
type Input = Readonly<Record<string, unknown>>;

/** Asks an endpoint as the server reads it: what its path names, and the rest as the query of what reads, or as JSON. */
async function send(base: string, route: string, input: Input, signal?: AbortSignal): Promise<unknown> {
  const [method, path] = route.split(" ") as [string, string];
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const reads = method === "GET";
  const query = new URLSearchParams(reads ? [...rest].map(([name, value]) => [name, String(value)]) : []).toString();
  const answer = await fetch(base + address + (query && `?${query}`), {
    method,
    signal: signal ?? null,
    ...(reads
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(rest)) }),
  }).catch((reason: unknown) => {
    throw signal?.aborted ? reason : unreachable();
  });
  const text = await answer.text().catch((reason: unknown) => {
    throw signal?.aborted ? reason : unreachable();
  });
  if (!answer.ok) throw errorFrom(answer.status, text);
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    // Something between us and the server answered in its place.
    throw errorFrom(answer.status, text);
  }
}

const mapped = <From, To>(
  all: Readonly<Record<string, From>>,
  as: (value: From, name: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, as(value, name)]));

/** Each endpoint as "METHOD /path", by noun and verb. */
export type Routes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A function for each endpoint of `routes`, which begin at `base`. */
export function createClient(base: string, routes: Routes): Client {
  return mapped(routes, (verbs) =>
    mapped(
      verbs,
      (route) =>
        (input: Input = {}, options: { signal?: AbortSignal } = {}) =>
          send(base, route, input, options.signal),
    ),
  ) as unknown as Client;
}

type Call = (input: unknown, options?: { signal: AbortSignal }) => Promise<unknown>;
type PageInput = (page: unknown) => Input;

/** The options that TanStack Query takes for everything a client can ask; keys of a noun match those of its verbs. */
export function queriesOf(client: Client): RouterUtils<Client> {
  const all = client as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>;
  return mapped(all, (verbs, noun) => ({
    ...mapped(verbs, (call, verb) => queriesOfVerb([noun, verb], call)),
    key: () => [[noun]],
  })) as unknown as RouterUtils<Client>;
}

function queriesOfVerb(path: readonly string[], call: Call) {
  const keyOf = (input: unknown, type?: string) => [
    path,
    { ...(input === undefined ? {} : { input }), ...(type && { type }) },
  ];
  return {
    key: ({ input }: { input?: unknown } = {}) => keyOf(input),
    queryKey: ({ input }: { input?: unknown } = {}) => keyOf(input, "query"),
    queryOptions: ({ input, ...more }: { input?: unknown } = {}) => ({
      queryKey: keyOf(input, "query"),
      queryFn: ({ signal }: QueryFunctionContext) => call(input, { signal }),
      ...more,
    }),
    infiniteOptions: ({ input, ...more }: { input: PageInput; initialPageParam?: unknown }) => ({
      queryKey: keyOf(input(more.initialPageParam), "infinite"),
      queryFn: ({ pageParam, signal }: QueryFunctionContext) => call(input(pageParam), { signal }),
      ...more,
    }),
    mutationOptions: (more: object = {}) => ({
      mutationKey: keyOf(undefined, "mutation"),
      mutationFn: (input: unknown) => call(input),
      ...more,
    }),
  };
}
