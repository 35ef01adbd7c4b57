import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Where data is kept and whom it is shared with, drawn. */
export const networkDiagrams: PrintedDocument = {
  document: "inventory.network-diagrams",
  about:
    "Drawn from the registers of systems, data and vendors: first which systems there are and who hosts outside, then where each kind of data comes from, where it is kept and whom it is shared with. Addresses, ports and cables are not in these registers.",
  confirmed: ["systems", "data", "vendors"],
  needs: ["systems", "data"],
  figures: ["systems", "data-flows"],
  tables: [
    {
      title: "Systems drawn",
      list: "systems",
      rows: ["system", "systems"],
      columns: ["number", "systemId", "ownerId", "production", "criticality", "data"],
    },
    {
      title: "Data drawn",
      list: "data",
      rows: ["kind of data", "kinds of data"],
      states: ["open", "waiting"],
      columns: ["number", "name", "class", "systemIds", "vendorIds"],
    },
    {
      title: "Vendors drawn",
      list: "vendors",
      rows: ["vendor", "vendors"],
      columns: ["number", "name", "service", "hosting", "location"],
    },
  ],
};
