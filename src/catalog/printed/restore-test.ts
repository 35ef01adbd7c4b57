import type { PrintedDocument } from "#domain/printed/layout.ts";

/** The restores of the year beside what systems ask. */
export const restoreTest: PrintedDocument = {
  document: "backup.restore-test-report",
  about:
    "The restores that were tested within the period: how long each took, how much was lost, and whether the data was complete. Below, how soon each critical system must be back.",
  confirmed: ["tests", "systems"],
  needs: ["tests"],
  tables: [
    {
      title: "Restore tests",
      list: "tests",
      rows: ["restore", "restores"],
      where: { field: "kind", is: ["restore"] },
      inPeriod: "doneOn",
      columns: [
        "number",
        "title",
        "systemIds",
        "doneOn",
        "testerIds",
        "firm",
        "recoveryHours",
        "lossHours",
        "complete",
        "result",
        "report",
        "approval",
      ],
    },
    {
      title: "Critical systems",
      list: "systems",
      rows: ["system", "systems"],
      where: { field: "criticality", is: ["critical"] },
      columns: ["number", "systemId", "ownerId", "rtoHours", "rpoHours"],
    },
  ],
};
