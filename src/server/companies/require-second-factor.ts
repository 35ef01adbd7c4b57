import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { listCompanies } from "./company-list.ts";

/** Whether members need a second factor. Refuses `second-factor-needed-first`. */
export const requireSecondFactor: HandlersOf<"companies">["requireSecondFactor"] = async ({
  input: { companyId, required },
  caller,
  tx,
}) => {
  // Refused by the database too: an admin must not lock themselves out.
  if (required && !caller.secondFactor) fail("second-factor-needed-first");
  await tx.updateTable("app.companies").set({ second_factor_required: required }).where("id", "=", companyId).execute();
  const answer = (await listCompanies(tx, companyId))[0] ?? fail("not-found");
  return { answer, entry: { subject: companyId, details: { secondFactorRequired: required } } };
};
