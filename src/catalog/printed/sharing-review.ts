import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Reviews of what is shared outside within the period. */
export const sharingReview: PrintedDocument = {
  document: "confidentiality.sharing-review",
  about:
    "Each review of what is shared outside in the period: what connected systems showed, in which exhibit and when. The reviewer drew the conclusion, and another person approved the record. What was not read is named.",
  confirmed: ["tests"],
  needs: ["tests"],
  tables: [
    {
      title: "Reviews",
      list: "tests",
      rows: ["review", "reviews"],
      where: { field: "reviewOf", is: ["sharing"] },
      inPeriod: "doneOn",
      columns: [
        "number",
        "title",
        "doneOn",
        "testerIds",
        "seen",
        "exhibits",
        "notRead",
        "conclusion",
        "findings",
        "actionIds",
        "approval",
      ],
    },
  ],
};
