import { useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";

/** Asks again for everything that shows a project's name, status or figures. */
export function useProjectChange(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.projects.key() }),
      queries.invalidateQueries({ queryKey: api.companies.overview.key() }),
    ]);
  };
}
