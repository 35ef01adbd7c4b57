import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who finished which course, with the score. */
export const trainingCompletion: PrintedDocument = {
  document: "training.completion-report",
  about:
    "Every course that somebody finished within the period. A quiz taken in Exhibit is an entry of the ledger with its questions, answers and score; a list from another provider cites its exhibit.",
  confirmed: ["people"],
  needs: ["training-completions"],
  tables: [
    {
      title: "Completions",
      list: "training-completions",
      rows: ["completion", "completions"],
      inPeriod: "at",
      columns: [
        { label: "Number", field: "number" },
        { label: "Person", field: "personId", as: "person" },
        { label: "Course", field: "course", from: { list: "training-courses", field: "title" } },
        { label: "Version", field: "version", as: "number" },
        { label: "Score", field: "score", as: "number" },
        { label: "Out of", field: "outOf", as: "number" },
        { label: "Passed", field: "passed", as: "flag" },
        { label: "Finished", field: "at", as: "instant" },
        { label: "Provider", field: "provider" },
        { label: "Exhibit", field: "exhibit", as: "exhibit" },
      ],
    },
  ],
};
