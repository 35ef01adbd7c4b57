import type { PrintedDocument } from "#domain/printed/layout.ts";

/** What is to be done about findings and failing controls, and what was done within the quarter. */
export const correctiveActions: PrintedDocument = {
  document: "oversight.corrective-actions",
  about: "Every corrective action with its owner and due date, from the register of actions.",
  confirmed: ["actions"],
  tables: [
    {
      title: "Open actions",
      list: "actions",
      rows: ["action", "actions"],
      columns: ["number", "title", "source", "controls", "ownerId", "dueOn", "plan", "finding"],
    },
    {
      title: "Closed actions",
      list: "actions",
      rows: ["action", "actions"],
      states: ["ended"],
      columns: ["number", "title", "source", "controls", "ownerId", "dueOn", "proof"],
    },
  ],
};
