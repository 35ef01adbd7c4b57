import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";

export type Connection = z.output<typeof contract.connections.list.output>[number];

/** What the company has connected, of all that can be. */
export function useConnections() {
  const { company } = useWorkspace();
  return useQuery(api.connections.list.queryOptions({ input: { companyId: company.id } }));
}

/** Connects and disconnects; the list says it as soon as the server does. */
export function useConnecting() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const key = api.connections.list.queryKey({ input: { companyId: company.id } });
  const onSuccess = (changed: Connection) =>
    queries.setQueryData(key, (before) => before?.map((one) => (one.provider === changed.provider ? changed : one)));
  const connect = useMutation(api.connections.connect.mutationOptions({ onSuccess }));
  const disconnect = useMutation(api.connections.disconnect.mutationOptions({ onSuccess }));
  return { companyId: company.id, connect, disconnect };
}
