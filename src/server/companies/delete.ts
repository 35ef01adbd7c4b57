import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { deletionRequested } from "../mail/templates/company-deletion.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import { askedByOwner } from "./asked-by-owner.ts";
import { getCompany } from "./company-list.ts";
import { tellManagers } from "./tell-managers.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DELETION_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Sets the day on which the company ends, and tells those who run it. Refuses `name-differs` and `deletion-asked`. */
export function deleteCompany({ outbox, appUrl, now }: Deps): HandlersOf<"companies">["delete"] {
  return async ({ input: { companyId, name }, tx }) => {
    const company = await getCompany(tx, companyId);
    if (name.trim() !== company.name) fail("name-differs");
    const due = new Date(now().getTime() + DELETION_DAYS * DAY_MS);
    const isAsked = await askedByOwner(tx, (on) => callFunction(on, "app.set_deletion", [due])).catch(
      (error: unknown) =>
        violatedConstraint(error) === "company_held" ? fail("company-held", error) : Promise.reject(error),
    );
    if (!isAsked) fail("deletion-asked");
    await tellManagers(outbox, tx, (user) => deletionRequested({ user, company: company.name, due, appUrl }));
    const entry = { subject: companyId, details: { due: due.toISOString() } };
    return { answer: await getCompany(tx, companyId), entry };
  };
}
