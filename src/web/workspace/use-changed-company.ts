import { useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import type { Company } from "./company.ts";

/** Puts a company that the server has just answered with in the place of the one on screen. */
export function useChangedCompany(): (changed: Company) => void {
  const queries = useQueryClient();
  return (changed) =>
    queries.setQueryData(api.companies.list.queryKey({ input: {} }), (before) =>
      before?.map((item) => (item.id === changed.id ? changed : item)),
    );
}
