import type { HandlersOf } from "../endpoints/handler.ts";
import { recordAct } from "../ledger/record-act.ts";
import { getCompany } from "./company-list.ts";
import { writeRecords } from "./records.ts";

interface Deps {
  readonly now: () => Date;
}

/** Streams everything that is kept about a company, as JSON; the ledger says so first. */
export function exportRecords({ now }: Deps): HandlersOf<"companies">["exportRecords"] {
  return async ({ input: { companyId }, caller, within }) => {
    const company = await within(async (tx) => {
      await recordAct(tx, caller, "company.recordsExported", { subject: companyId, details: {} });
      return await getCompany(tx, companyId);
    });
    return {
      fileName: `${company.slug}-records.json`,
      mediaType: "application/json",
      bytes: writeRecords(within, now()),
    };
  };
}
