import type { PrintedDocument } from "#domain/printed/layout.ts";
import { sitesTable } from "./sites-table.ts";

/** What was repaired at the sites within the year. */
export const maintenanceRecord: PrintedDocument = {
  document: "physical.maintenance-record",
  about:
    "Every repair of the period of doors, locks, alarms and other equipment of the sites, with who was there and what was done. None is an answer: the log was confirmed as complete.",
  confirmed: ["sites", "site-log"],
  tables: [
    sitesTable,
    {
      title: "Maintenance and repairs",
      list: "site-log",
      rows: ["repair", "repairs"],
      where: { field: "kind", is: ["maintenance"] },
      inPeriod: "startedAt",
      columns: ["number", "subject", "siteId", "hostId", "startedAt", "leftAt", "note"],
    },
  ],
};
