import type { PrintedDocument } from "#domain/printed/layout.ts";

const kept = ["open", "waiting"] as const;

/** Each kind of data with its class, and why it is processed. */
export const dataInventory: PrintedDocument = {
  document: "inventory.data-inventory",
  about:
    "Every kind of data that is kept, with its class, its owner and where it is. The records of processing say whom it is about, why it is processed, on which legal basis, who receives it and for how long it is kept.",
  confirmed: ["data"],
  needs: ["data"],
  tables: [
    {
      title: "Data and classification",
      list: "data",
      rows: ["kind of data", "kinds of data"],
      states: kept,
      columns: ["number", "name", "class", "ownerId", "systemIds", "state", "approval"],
    },
    {
      title: "Records of processing",
      list: "data",
      rows: ["kind of data", "kinds of data"],
      states: kept,
      columns: ["number", "about", "purpose", "legalBasis", "vendorIds", "keptDays"],
    },
    {
      title: "No longer kept",
      list: "data",
      rows: ["kind of data", "kinds of data"],
      states: ["ended"],
      columns: ["number", "name", "class", "ownerId"],
    },
  ],
};
