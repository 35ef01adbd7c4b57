import { useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";

/** Asks again who is in a company, who is invited to it, and how many that are. */
export function useRefreshPeople(companyId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const input = { companyId };
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.members.list.key({ input }) }),
      queries.invalidateQueries({ queryKey: api.invitations.list.key({ input }) }),
      queries.invalidateQueries({ queryKey: api.companies.usage.key({ input }) }),
    ]);
  };
}
