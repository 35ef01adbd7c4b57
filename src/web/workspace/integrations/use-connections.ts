import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";

/** A provider as this installation offers it, with the accounts that are connected. */
export type Offer = z.output<typeof contract.connections.list.output>[number];
export type Connection = Offer["connections"][number];
export type LinkMethod = Offer["methods"][number];

/** Every provider that can be seen here, and what of it is connected. */
export function useConnections() {
  const { company } = useWorkspace();
  return useQuery(api.connections.list.queryOptions({ input: { companyId: company.id } }));
}

/** What can be done to connections; everything that shows them says it as soon as the server does. */
export function useConnecting() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: api.connections.key() });
  const link = useMutation(api.connections.link.mutationOptions({ onSettled }));
  const confirm = useMutation(api.connections.confirm.mutationOptions({ onSettled }));
  const disconnect = useMutation(api.connections.disconnect.mutationOptions({ onSettled }));
  return { companyId: company.id, link, confirm, disconnect };
}
