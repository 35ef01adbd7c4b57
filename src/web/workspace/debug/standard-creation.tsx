import { useQueryClient } from "@tanstack/react-query";
import { api, client } from "#web/api.ts";
import { CompanyAttempt } from "./company-attempt.tsx";

/** The way every page takes. */
export function StandardCreation() {
  const queries = useQueryClient();
  return (
    <CompanyAttempt
      text="Creates a company through the API, like the company switcher does. You become its owner."
      button="Create through the API"
      attempt={async (name) => {
        const company = await client.companies.create({ name });
        void queries.invalidateQueries({ queryKey: api.companies.list.key() });
        return company;
      }}
      told={(id) => `Company created: ${id}`}
    />
  );
}
