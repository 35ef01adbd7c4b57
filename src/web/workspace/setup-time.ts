import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { sayMinutes } from "#domain/setup-clock.ts";
import { api } from "#web/api.ts";

export type Setup = z.output<typeof contract.onboarding.setup.output>;

/** How far the company is on its way to the first report. Asked again each minute while the clock runs. */
export function useSetup(companyId: string, known?: { readonly setup: Setup; readonly at: number }) {
  return useQuery({
    ...api.onboarding.setup.queryOptions({ input: { companyId } }),
    initialData: known?.setup,
    initialDataUpdatedAt: known?.at,
    staleTime: known ? 15_000 : 0,
    refetchInterval: ({ state }) => (state.data?.clock?.running ? 60_000 : false),
  });
}

/** What the stopwatch says and what it measured; undefined for whom it is not. */
export function sayClock({ clock }: Setup): { readonly time: string; readonly measures: string } | undefined {
  if (!clock) return undefined;
  const since = clock.since === "sign-up" ? "you signed up" : "the company was created";
  return {
    time: sayMinutes(clock.minutes).replace(/^l/, "L"),
    measures: clock.running ? `since ${since}` : `from when ${since} to the first control report, breaks included`,
  };
}
