import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Which systems were reviewed, and which access was taken away. */
export const accessReview: PrintedDocument = {
  document: "review.review-sign-off",
  about:
    "The access reviews that were closed within the period: each system with the accounts that were frozen and decided, and every account whose access was changed or removed. Accounts that were kept are counted.",
  confirmed: [],
  needs: ["review-populations"],
  tables: [
    {
      title: "Systems reviewed",
      list: "review-populations",
      rows: ["system", "systems"],
      inPeriod: "closedAt",
      columns: [
        { label: "Review", field: "review", as: "number" },
        { label: "System", field: "source" },
        { label: "Accounts", field: "accounts", as: "number" },
        { label: "Read on", field: "seenAt", as: "instant" },
        { label: "Closed on", field: "closedAt", as: "instant" },
        { label: "Exhibit", field: "exhibit", as: "exhibit" },
        { label: "Left out, not read", field: "leftOut" },
      ],
    },
    {
      title: "Access changed or removed",
      list: "review-rows",
      rows: ["account", "accounts"],
      where: { field: "decision", is: ["remove", "change"] },
      inPeriod: "decidedAt",
      columns: [
        { label: "System", field: "populationId", from: { list: "review-populations", field: "source" } },
        { label: "Account", field: "account" },
        { label: "Person", field: "personId", as: "person" },
        { label: "Decision", field: "decision", words: { change: "Change", remove: "Remove", keep: "Keep" } },
        { label: "Decided by", field: "by", as: "member" },
        { label: "Decided", field: "decidedAt", as: "instant" },
      ],
    },
  ],
};
