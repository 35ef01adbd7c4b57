import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Every vendor with its rating, the data it handles and where. */
export const vendorList: PrintedDocument = {
  document: "vendors.vendor-list",
  about:
    "Every company that services or software are bought from: how much harm an incident there could do, which data it handles, where, and who here answers for it.",
  confirmed: ["vendors"],
  tables: [
    {
      title: "Vendors in use",
      list: "vendors",
      rows: ["vendor", "vendors"],
      columns: ["number", "name", "service", "rating", "data", "location", "ownerId"],
    },
    {
      title: "Hosting and applications",
      list: "vendors",
      rows: ["vendor", "vendors"],
      columns: ["number", "name", "hosting", "applications", "site", "since"],
    },
    {
      title: "Vendors that ended",
      list: "vendors",
      rows: ["vendor", "vendors"],
      states: ["ended"],
      columns: ["number", "name", "service", "rating", "data"],
    },
  ],
};
