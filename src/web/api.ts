import { notifyManager, QueryClient } from "@tanstack/react-query";
import { createClient, queriesOf } from "./api-client.ts";
import { AppError } from "./app-error.ts";
import routes from "virtual:procedures";

export const apiBase = "/api/v1";

/** The typed client, derived from the contract: nobody writes a path or a type twice. */
export const client = createClient(apiBase, routes);

/** Query and mutation options for everything the client can ask. */
export const api = queriesOf(client);

// In the task that changed what a query holds: by a timer, the default, a key that edits is painted a frame before what it edited.
notifyManager.setScheduler(queueMicrotask);

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
