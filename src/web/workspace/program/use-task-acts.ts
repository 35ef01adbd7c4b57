import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";

/** What somebody does about a task, after which the list is asked for again. */
export function useTaskActs() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: api.tasks.list.key() });
  const assigning = useMutation(api.tasks.assign.mutationOptions({ onSuccess }));
  const snoozing = useMutation(api.tasks.snooze.mutationOptions({ onSuccess }));
  return {
    assign: (key: string, assigneeId: string | null) =>
      assigning.mutateAsync({ companyId: company.id, key, assigneeId }),
    snooze: (key: string, until: string | null, reason: string) =>
      snoozing.mutateAsync({ companyId: company.id, key, until, reason }),
  };
}
