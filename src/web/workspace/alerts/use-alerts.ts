import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";

const EVERY_MS = 30_000;

/** What is open. Asked again now and then while the page is looked at, whenever it is come back to, and after each change. */
export function useOpenAlerts(companyId: string) {
  return useQuery(
    api.alerts.open.queryOptions({
      input: { companyId },
      refetchInterval: EVERY_MS,
      refetchOnWindowFocus: "always",
      staleTime: EVERY_MS / 2,
    }),
  );
}

/** All of them, a page at a time. */
export function useAllAlerts(companyId: string) {
  return useInfiniteQuery(
    api.alerts.list.infiniteOptions({
      input: (after: string | undefined) => ({ companyId, limit: 30, ...(after === undefined ? {} : { after }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
}

/** What one can do about an alert. */
export function useAlertActions(companyId: string) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: api.alerts.key() });
  const acknowledge = useMutation(
    api.alerts.acknowledge.mutationOptions({
      onSuccess: refresh,
      onError: (error) => showError(error, "The alert could not be acknowledged"),
    }),
  );
  const mute = useMutation(
    api.alerts.mute.mutationOptions({
      onSuccess: refresh,
      onError: (error) => showError(error, "The control's emails could not be muted"),
    }),
  );
  return {
    acknowledge: (alertId: string) => acknowledge.mutate({ companyId, alertId }),
    acknowledging: acknowledge.isPending ? acknowledge.variables.alertId : undefined,
    mute: (controlId: string, until: string | null) => mute.mutate({ companyId, controlId, until }),
    muting: mute.isPending ? mute.variables.controlId : undefined,
  };
}

export type AlertActions = ReturnType<typeof useAlertActions>;
