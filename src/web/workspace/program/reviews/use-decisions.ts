import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { maxDecisions } from "#contract/reviews.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { timeNow } from "#web/clock.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { Decision, ReviewAccount, ReviewDetails } from "./reviews.ts";

/** What is decided on an account; `none` takes back what was decided before. */
export interface Given {
  readonly account: ReviewAccount;
  readonly decision: Decision | "none";
  readonly reason: string;
}

interface Accounts {
  readonly accounts: ReviewAccount[];
  readonly next: number | null;
}

/** Asks for everything about reviews anew. */
export function useReviewRefresh() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: api.reviews.key() }), [queries]);
}

/** Keeps decisions, one request after another: shown at once, taken back where the server refuses, and undone step by step. */
export function useDecisions(review: ReviewDetails) {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const refresh = useReviewRefresh();
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const done = useRef<(readonly Given[])[]>([]);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number }>();
  const companyId = company.id;
  const reviewId = review.id;

  const show = useCallback(
    (given: readonly Given[]) => {
      const byId = new Map(given.map((own) => [own.account.id, own]));
      const by = { userId: person.id, name: `${person.firstName} ${person.lastName}`.trim() };
      const at = timeNow().toISOString();
      queries.setQueriesData<Accounts>({ queryKey: api.reviews.accounts.key() }, (page) =>
        page?.accounts.some(({ id }) => byId.has(id))
          ? {
              ...page,
              accounts: page.accounts.map((account) => {
                const own = byId.get(account.id);
                if (!own) return account;
                const { decision, reason } = own;
                return {
                  ...account,
                  decision: decision === "none" ? null : { decision, reason, by, at, alone: account.own },
                };
              }),
            }
          : page,
      );
    },
    [queries, person],
  );

  const send = useCallback(
    async (given: readonly Given[]): Promise<boolean> => {
      show(given);
      const work = line.current.then(async () => {
        for (let from = 0; from < given.length; from += maxDecisions) {
          if (given.length > maxDecisions) setProgress({ done: from, total: given.length });
          const part = given.slice(from, from + maxDecisions);
          const answer = await client.reviews.decide({
            companyId,
            reviewId,
            decisions: part.map(({ account, decision, reason }) => ({ rowId: account.id, decision, reason })),
          });
          queries.setQueryData(api.reviews.get.queryOptions({ input: { companyId, reviewId } }).queryKey, answer);
        }
      });
      line.current = work.catch(() => {});
      try {
        await work;
        return true;
      } catch (error) {
        showError(error, "This could not be saved");
        await refresh();
        return false;
      } finally {
        setProgress(undefined);
      }
    },
    [show, queries, refresh, companyId, reviewId],
  );

  const decide = useCallback(
    async (given: readonly Given[]): Promise<boolean> => {
      const before = given.map(({ account }) => ({
        account,
        decision: account.decision?.decision ?? ("none" as const),
        reason: account.decision?.reason ?? "",
      }));
      // At once: it can be taken back while it is on its way.
      done.current.push(before);
      const isKept = await send(given);
      if (!isKept) done.current = done.current.filter((step) => step !== before);
      return isKept;
    },
    [send],
  );

  /** Takes the last step back; answers with the accounts it was about, or undefined where there is none. */
  const undo = useCallback(async (): Promise<readonly Given[] | undefined> => {
    const before = done.current.pop();
    if (!before) return undefined;
    return (await send(before)) ? before : undefined;
  }, [send]);

  return { decide, undo, progress };
}

export type Decisions = ReturnType<typeof useDecisions>;
