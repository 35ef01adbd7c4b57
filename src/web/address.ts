import type * as z from "zod";
import type { Endpoint, EndpointKind } from "#contract/endpoint.ts";
import { apiBase } from "./api.ts";

/**
 * The address of an endpoint that moves bytes: path parameters filled in, the rest in the query string. Lists are
 * comma-separated, as the contract reads them.
 */
export function addressOf<I extends z.ZodType>(endpoint: Endpoint<EndpointKind, I>, input: z.input<I>): string {
  const rest = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return apiBase + path + (query.size > 0 ? `?${query}` : "");
}
