import { useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { tell } from "#web/refusal.ts";

/** Does something to users or invitations, and has every list of them asked for again, also when it failed. */
export function useUsersChange() {
  const queries = useQueryClient();
  return async (change: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      tell(error, failure);
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey: api.users.key() });
    }
  };
}
