import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Run } from "./connection.ts";
import { SOON_MS } from "./use-connections.ts";

/** Whether a run has not ended yet. */
export function isUnderWay(run: Pick<Run, "state"> | undefined): boolean {
  return run?.state === "waiting" || run?.state === "working";
}

/** One run with the report of each step, asked again as long as it works. */
export function useRun(connectionId: string, runId: string | undefined) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, connectionId, runId: runId ?? "" };
  return useQuery({
    ...api.connections.run.queryOptions({ input }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : SOON_MS),
  });
}

/** The newest run, asked again until there is one that has ended. */
export function useNewestRun(connectionId: string) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, connectionId, limit: 1 };
  return useQuery({
    ...api.connections.runs.queryOptions({ input }),
    refetchInterval: ({ state }) => (state.data?.runs[0] && !isUnderWay(state.data.runs[0]) ? false : SOON_MS),
  });
}
