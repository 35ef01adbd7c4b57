import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Whose each device is, and what became of retired ones. */
export const deviceRecord: PrintedDocument = {
  document: "inventory.device-record",
  about:
    "Every device that people work on, with who it is assigned to and since when, and every device that was retired.",
  confirmed: ["devices"],
  tables: [
    {
      title: "Devices in use",
      list: "devices",
      rows: ["device", "devices"],
      columns: ["number", "name", "kind", "serial", "holderId", "personallyOwned", "systemId", "since"],
    },
    {
      title: "Retired devices",
      list: "devices",
      rows: ["device", "devices"],
      states: ["ended"],
      columns: ["number", "name", "kind", "serial", "holderId", "since", "retiredOn"],
    },
  ],
};
