import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { deletionCancelled } from "../mail/templates/company-deletion.ts";
import { fail } from "../app-error.ts";
import { askedByOwner } from "./asked-by-owner.ts";
import { getCompany } from "./company-list.ts";
import { tellManagers } from "./tell-managers.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
}

/** Calls the deletion off, and tells those who run the company. Refuses `deletion-not-asked`. */
export function keepCompany({ outbox, appUrl }: Deps): HandlersOf<"companies">["keep"] {
  return async ({ input: { companyId }, tx }) => {
    if (!(await askedByOwner(tx, (on) => callFunction(on, "app.set_deletion", [null])))) fail("deletion-not-asked");
    const company = await getCompany(tx, companyId);
    await tellManagers(outbox, tx, (user) => deletionCancelled({ user, company: company.name, appUrl }));
    return { answer: company, entry: { subject: companyId, details: {} } };
  };
}
