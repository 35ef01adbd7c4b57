import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";

/** Whether this is a demo visit, whose tokens open nothing and whose webhooks reach nobody. */
export function useDemo(): boolean {
  return Boolean(useQuery(api.session.current.queryOptions({ input: {} })).data?.demo);
}
