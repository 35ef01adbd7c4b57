import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who may open which matter, who has access, and who has a conflict. */
export const matterAccessList: PrintedDocument = {
  document: "confidentiality.matter-access-list",
  about:
    "Every open matter that is for a named group, with who has access by the practice's own matter list and who has a conflict. Names of clients are withheld.",
  confirmed: ["client-matters"],
  needs: ["client-matters"],
  tables: [
    {
      title: "Confidential matters",
      list: "client-matters",
      rows: ["matter", "matters"],
      where: { field: "restricted", is: ["yes"] },
      columns: [
        "number",
        "reference",
        "groupIds",
        "accessIds",
        "conflictIds",
        "closedOn",
        "list",
        "listedOn",
        "approval",
      ],
    },
    {
      title: "Matters for everyone in the firm",
      list: "client-matters",
      rows: ["matter", "matters"],
      where: { field: "restricted", is: ["no"] },
      columns: ["number", "reference", "leadId", "conflictIds", "closedOn", "listedOn"],
    },
  ],
};
