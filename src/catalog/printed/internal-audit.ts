import type { PrintedDocument } from "#domain/printed/layout.ts";

/** The audits of the year, each with what it covered and found. */
export const internalAudit: PrintedDocument = {
  document: "oversight.internal-audit",
  about:
    "The audits and assessments that were carried out within the period: by whom, which controls each covered, what it found, and the actions that follow.",
  confirmed: ["tests", "actions"],
  needs: ["tests"],
  tables: [
    {
      title: "Audits",
      list: "tests",
      rows: ["audit", "audits"],
      where: { field: "kind", is: ["audit"] },
      inPeriod: "doneOn",
      columns: [
        "number",
        "title",
        "doneOn",
        "by",
        "testerIds",
        "firm",
        "controls",
        "report",
        "test",
        "findings",
        "actionIds",
        "approval",
      ],
    },
    {
      title: "Actions because of audits",
      list: "actions",
      rows: ["action", "actions"],
      states: ["open", "ended"],
      where: { field: "source", is: ["audit-finding"] },
      columns: ["number", "title", "ownerId", "dueOn", "state", "proof"],
    },
  ],
};
