import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import type { CommandGroup, Question } from "./command.ts";
import { usePaused } from "../../use-paused.ts";
import { matching } from "./matching.ts";

/** What can be chosen as an answer to what the palette asks; undefined where it asks nothing. */
export function useAnswers(question: Question | undefined, text: string) {
  const opened = useId();
  const sought = usePaused(question?.searches ? text.trim() : "");
  const asked = useQuery({
    // Anew each time it is asked: what fails now may not a minute later.
    queryKey: ["palette", opened, question?.id, sought],
    queryFn: async () => await question!.answers(sought),
    enabled: question !== undefined,
    retry: false,
  });
  const { data } = asked;
  const groups = useMemo((): readonly CommandGroup[] => {
    const entries = question?.searches ? (data ?? []) : matching(data ?? [], text);
    return question && entries.length > 0 ? [{ title: question.asks, entries }] : [];
  }, [question, data, text]);
  if (!question) return undefined;
  return {
    groups,
    nothing: data?.length === 0 && asked.isSuccess ? question.nothing : undefined,
    searching: asked.isFetching || Boolean(question.searches && text.trim() !== sought),
    failed: asked.isError,
    again: () => void asked.refetch(),
  };
}
