import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { api, client } from "#web/api.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { AccountFilter, Population, ReviewAccount, ReviewDetails } from "./reviews.ts";

/** So many rows are drawn, and read, together. */
export const CHUNK = 20;
/** So many are read with one request where they are not drawn. */
const AT_ONCE = 200;

interface Sought {
  readonly show: AccountFilter;
  readonly search: string;
}

/** The accounts of a system in a review that are listed: their numbers, and what reads those of a part of the list. */
export type AccountList = NonNullable<ReturnType<typeof useAccountList>["list"]>;

/** Which accounts are listed. Their numbers stay as they were found, so that no row moves while it is decided. */
export function useAccountList(review: ReviewDetails, population: Population, { show, search }: Sought) {
  const { company } = useWorkspace();
  const isWhole = show === "all" && search === "";
  const of = useMemo(
    () => ({ companyId: company.id, reviewId: review.id, populationId: population.id }),
    [company.id, review.id, population.id],
  );
  const found = useQuery({
    ...api.reviews.find.queryOptions({ input: { ...of, show, search } }),
    enabled: !isWhole,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { accounts: count } = population.decided;
  const numbers = useMemo(
    () => (isWhole ? Array.from({ length: count }, (_, at) => at + 1) : found.data?.numbers),
    [isWhole, count, found.data],
  );
  const inputOf = useCallback(
    (from: number, to: number) => {
      const own = numbers!.slice(from, to);
      return isWhole ? { ...of, after: from, limit: own.length } : { ...of, only: own.join(","), limit: own.length };
    },
    [isWhole, numbers, of],
  );
  const list = useMemo(() => (numbers ? { numbers, inputOf } : undefined), [numbers, inputOf]);
  return { list, found, isWhole };
}

/** The accounts of one chunk of a list. */
export function useChunk(list: AccountList, chunk: number) {
  const from = chunk * CHUNK;
  return useQuery({
    ...api.reviews.accounts.queryOptions({ input: list.inputOf(from, from + CHUNK) }),
    staleTime: 60_000,
  });
}

/** Reads accounts of a list from one place to another, whether or not they are drawn. */
export async function readRange(list: AccountList, from: number, to: number): Promise<ReviewAccount[]> {
  const all: ReviewAccount[] = [];
  for (let at = from; at < to; at += AT_ONCE)
    all.push(...(await client.reviews.accounts(list.inputOf(at, Math.min(to, at + AT_ONCE)))).accounts);
  return all;
}

/** What is kept of accounts that were read: each by its place in the list, where it was. */
export function useKnownAccounts(list: AccountList | undefined) {
  const queries = useQueryClient();
  return useCallback(
    (at: number): ReviewAccount | undefined => {
      if (!list || at < 0 || at >= list.numbers.length) return undefined;
      const from = Math.floor(at / CHUNK) * CHUNK;
      const { queryKey } = api.reviews.accounts.queryOptions({ input: list.inputOf(from, from + CHUNK) });
      return queries.getQueryData(queryKey)?.accounts[at - from];
    },
    [list, queries],
  );
}
