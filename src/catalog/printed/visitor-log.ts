import type { PrintedDocument } from "#domain/printed/layout.ts";
import { sitesTable } from "./sites-table.ts";

/** Who came to the sites within the quarter, and who received them. */
export const visitorLog: PrintedDocument = {
  document: "physical.visitor-log",
  about:
    "Every visit and delivery of the period in the order in which it was recorded, with who received it and when the visitor left. Above, the sites that the log is about.",
  confirmed: ["sites", "site-log"],
  needs: ["site-log"],
  tables: [
    sitesTable,
    {
      title: "Visits and deliveries",
      list: "site-log",
      rows: ["entry", "entries"],
      where: { field: "kind", is: ["visit", "delivery"] },
      inPeriod: "startedAt",
      columns: ["number", "subject", "kind", "siteId", "hostId", "startedAt", "leftAt"],
    },
  ],
};
