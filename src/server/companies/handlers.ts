import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import type { Outbox } from "../mail/outbox.ts";
import { overviewOf } from "../overview/overview.ts";
import { listCompanies, getCompany } from "./company-list.ts";
import { createCompany } from "./create.ts";
import { deleteCompany } from "./delete.ts";
import { exportRecords } from "./export-records.ts";
import { keepCompany } from "./keep.ts";
import { requireSecondFactor } from "./require-second-factor.ts";
import { listStorageLocations } from "./storage-locations.ts";
import { transferOwnership } from "./transfer.ts";
import { readUsage } from "./usage.ts";

interface Deps {
  readonly keys: Keys;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly collectEveryMinutes: number;
  readonly now: () => Date;
}

export function companyHandlers(deps: Deps): HandlersOf<"companies"> {
  const { now } = deps;
  return {
    list: ({ tx, caller }) => listCompanies(tx, caller.companyId || undefined),
    get: ({ input, tx }) => getCompany(tx, input.companyId),
    rename: async ({ input: { companyId, name }, tx }) => {
      const before = await getCompany(tx, companyId);
      await tx.updateTable("app.companies").set({ name, updated_at: now() }).where("id", "=", companyId).execute();
      const entry = { subject: companyId, details: { name, before: before.name } };
      return { answer: await getCompany(tx, companyId), entry };
    },
    usage: readUsage,
    transfer: transferOwnership,
    delete: deleteCompany(deps),
    keep: keepCompany(deps),
    exportRecords: exportRecords(deps),
    requireSecondFactor,
    overview: ({ caller, tx }) => overviewOf(tx, caller, { now: now(), everyMinutes: deps.collectEveryMinutes }),
    storageLocations: listStorageLocations,
    create: createCompany(deps),
  };
}
