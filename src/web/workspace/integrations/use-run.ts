import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { SOON_MS } from "./use-connections.ts";

const underWay: readonly string[] = ["waiting", "working"];

/** One run with the report of each step, asked again as long as it works. */
export function useRun(connectionId: string, runId: string | undefined) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, connectionId, runId: runId ?? "" };
  return useQuery({
    ...api.connections.run.queryOptions({ input }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data && !underWay.includes(state.data.state) ? false : SOON_MS),
  });
}

/** The newest runs, such as for the one that just ended. */
export function useNewestRun(connectionId: string) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, connectionId, limit: 1 };
  return useQuery(api.connections.runs.queryOptions({ input }));
}
