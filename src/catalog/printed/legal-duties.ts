import type { PrintedDocument } from "#domain/printed/layout.ts";

/** What laws, contracts and standards ask. */
export const legalDuties: PrintedDocument = {
  document: "risk.legal-duties",
  about:
    "Every law, professional rule, contract and standard that binds the company, with its owner and the controls that meet it.",
  confirmed: ["obligations"],
  needs: ["obligations"],
  tables: [
    {
      title: "Obligations",
      list: "obligations",
      rows: ["obligation", "obligations"],
      columns: [
        "number",
        "title",
        "kind",
        "source",
        "place",
        "duty",
        "ownerId",
        "controls",
        "contractId",
        "reviewedOn",
      ],
    },
  ],
};
