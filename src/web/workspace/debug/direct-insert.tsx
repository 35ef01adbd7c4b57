import { client } from "#web/api.ts";
import { CompanyAttempt } from "./company-attempt.tsx";

/** Past the API, to see that the database refuses by itself. */
export function DirectInsert() {
  return (
    <CompanyAttempt
      says="Inserts a row into the table of companies as you, past the API. The database should refuse it, whatever the API would say. Nothing is kept in any case."
      button="Insert directly"
      attempt={(name) => client.debug.insertCompany({ name })}
      told={(id) => `The database let the row through, and it was not kept: ${id}`}
    />
  );
}
