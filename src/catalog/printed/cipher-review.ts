import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Reviews of ciphers, protocols and certificates within the period. */
export const cipherReview: PrintedDocument = {
  document: "encryption.cipher-review",
  about:
    "Each review of ciphers, protocols and certificates in the period: what connected systems showed, in which exhibit and when. The reviewer drew the conclusion, and another person approved the record. What was not read is named.",
  confirmed: ["tests"],
  needs: ["tests"],
  tables: [
    {
      title: "Reviews",
      list: "tests",
      rows: ["review", "reviews"],
      where: { field: "reviewOf", is: ["ciphers"] },
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
