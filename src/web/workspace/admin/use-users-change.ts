import { useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";

/** Does something to users or invitations, and has every list of them asked for again, also when it failed. */
export function useUsersChange() {
  const queries = useQueryClient();
  return async (change: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      showError(error, failure);
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey: api.users.key() });
    }
  };
}
