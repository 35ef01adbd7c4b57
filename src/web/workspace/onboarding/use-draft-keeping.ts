import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { api } from "#web/api.ts";
import type { Answers } from "./answers.ts";

/** Long enough that a word is sent once, short enough that closing the browser loses little. */
const quietMs = 500;

interface Left {
  readonly step: number;
  readonly answers: Answers;
}

/**
 * Keeps unfinished answers on the server while a person goes on: a moment after they stop typing, and at once when they
 * look away. What could not be kept is sent with the next change; nothing is said, because nothing is lost yet.
 */
export function useDraftKeeping(companyId: string) {
  const queries = useQueryClient();
  const { mutate } = useMutation(api.onboarding.saveDraft.mutationOptions());
  const waiting = useRef<Left | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const left = waiting.current;
    if (!left) return;
    waiting.current = undefined;
    mutate(
      { companyId, ...left },
      {
        onSuccess: ({ savedAt }) => {
          const key = api.onboarding.get.queryKey({ input: { companyId } });
          queries.setQueryData(key, (state) => state && { ...state, draft: { ...left, savedAt } });
        },
        onError: () => {
          waiting.current ??= left;
        },
      },
    );
  }, [companyId, mutate, queries]);

  useEffect(() => {
    const lookedAway = () => document.visibilityState === "hidden" && flush();
    document.addEventListener("visibilitychange", lookedAway);
    return () => {
      document.removeEventListener("visibilitychange", lookedAway);
      flush();
    };
  }, [flush]);

  return {
    keep(left: Left) {
      waiting.current = left;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, quietMs);
    },
    /** What waits is no longer needed: it is about to be submitted. */
    drop() {
      clearTimeout(timer.current);
      waiting.current = undefined;
    },
    flush,
  };
}
