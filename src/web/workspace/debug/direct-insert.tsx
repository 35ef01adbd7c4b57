import { client } from "#web/api.ts";
import { CompanyAttempt } from "./company-attempt.tsx";

/** Past the API, to see that the database refuses by itself. */
export function DirectInsert() {
  return (
    <CompanyAttempt
      text="Tries to insert a company row as you, bypassing the API. The database should reject it. Nothing is saved either way."
      button="Insert directly"
      attempt={(name) => client.debug.insertCompany({ name })}
      told={(id) => `The database accepted the row. It was not saved: ${id}`}
    />
  );
}
