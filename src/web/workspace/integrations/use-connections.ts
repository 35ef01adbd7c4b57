import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { isChanging } from "./connection.ts";
import type { Connection } from "./connection.ts";

/** How soon it is asked again while something is under way, and otherwise, in milliseconds. */
export const SOON_MS = 1_500;
const LATER_MS = 60_000;

/** Every provider that can be seen here, and what of it is connected; asked again as long as somebody looks. */
export function useConnections() {
  const { company } = useWorkspace();
  return useQuery({
    ...api.connections.list.queryOptions({ input: { companyId: company.id } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ connections }) => connections.some(isChanging)) ? SOON_MS : LATER_MS,
  });
}

/** A first collection is looked at by somebody who waits for it. */
const AT_ONCE_MS = 400;

/** One connection with its checks, asked again soon while it is being linked or collected, sooner the first time. */
export function useConnection(connectionId: string) {
  const { company } = useWorkspace();
  return useQuery({
    ...api.connections.get.queryOptions({ input: { companyId: company.id, connectionId } }),
    refetchInterval: ({ state: { data } }) =>
      !data || !isChanging(data) ? LATER_MS : isFirst(data) ? AT_ONCE_MS : SOON_MS,
  });
}

const isFirst = ({ state, lastCollectedAt }: Connection) => state === "connected" && lastCollectedAt === null;

/** What can be done to connections; everything that shows them says it as soon as the server does. */
export function useConnecting() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const onSettled = async () => {
    // Home counts them, too.
    void queries.invalidateQueries({ queryKey: api.companies.overview.key() });
    await queries.invalidateQueries({ queryKey: api.connections.key() });
  };
  return {
    companyId: company.id,
    link: useMutation(api.connections.link.mutationOptions({ onSettled })),
    reconnect: useMutation(api.connections.reconnect.mutationOptions({ onSettled })),
    confirm: useMutation(api.connections.confirm.mutationOptions({ onSettled })),
    pause: useMutation(api.connections.pause.mutationOptions({ onSettled })),
    resume: useMutation(api.connections.resume.mutationOptions({ onSettled })),
    collect: useMutation(api.connections.collect.mutationOptions({ onSettled })),
    configure: useMutation(api.connections.configure.mutationOptions({ onSettled })),
    disconnect: useMutation(api.connections.disconnect.mutationOptions({ onSettled })),
  };
}
