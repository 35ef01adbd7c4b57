import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import type { Alert } from "./alert.ts";
import { muteForAWeek, unmute } from "./mute.ts";

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
  return {
    acknowledge: (alertId: string) => acknowledge.mutate({ companyId, alertId }),
    acknowledging: acknowledge.isPending ? acknowledge.variables.alertId : undefined,
    mute: ({ control }: Alert) => void muteForAWeek(companyId, control),
    unmute: (alert: Alert) => void unmute(companyId, alert),
  };
}

export type AlertActions = ReturnType<typeof useAlertActions>;
