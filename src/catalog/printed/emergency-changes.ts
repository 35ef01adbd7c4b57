import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Changes that could not wait, each with its later review. */
export const emergencyChanges: PrintedDocument = {
  document: "change.emergency-reviews",
  about:
    "Every change that was made in the period before its usual approval, with why it could not wait and what a later review found.",
  confirmed: ["emergencies"],
  tables: [
    {
      title: "Emergency changes",
      list: "emergencies",
      rows: ["change", "changes"],
      states: ["open", "waiting"],
      where: { field: "kind", is: ["change"] },
      inPeriod: "startedAt",
      columns: ["number", "title", "systemId", "byId", "reason", "startedAt", "reviewedOn", "review", "approval"],
    },
    {
      title: "Emergency accounts used",
      list: "emergencies",
      rows: ["use", "uses"],
      states: ["open", "waiting"],
      where: { field: "kind", is: ["account"] },
      inPeriod: "startedAt",
      columns: ["number", "title", "systemId", "byId", "reason", "startedAt", "endedAt", "reviewedOn", "approval"],
    },
  ],
};
