import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { QueryClient } from "@tanstack/react-query";
import { procedures } from "./procedures.ts";
import { AppError, errorFrom, unreachable } from "./app-error.ts";

export const apiBase = "/api/v1";

const link = new OpenAPILink(procedures, {
  url: () => location.origin + apiBase,
  async fetch(request, init) {
    const answer = await fetch(request, init).catch((reason: unknown) => {
      throw request.signal.aborted ? reason : unreachable();
    });
    if (answer.ok) return answer;
    throw errorFrom(answer.status, await answer.text());
  },
});

/** The typed client, derived from the contract: nobody writes a path or a type twice. */
export const client: ContractRouterClient<typeof procedures> = createORPCClient(link);

/** Query and mutation options for everything the client can ask. */
export const api = createTanstackQueryUtils(client);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a request fails and says so; a change that waited unseen would be made at some later time.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 15_000,
      // A refusal stays a refusal; only what may pass by itself is asked again, and not where there is no network.
      retry: (times, error) =>
        times < 2 && navigator.onLine && (!(error instanceof AppError) || error.status === 0 || error.status === 503),
    },
  },
});

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: AppError;
  }
}
