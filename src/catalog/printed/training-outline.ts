import type { PrintedDocument } from "#domain/printed/layout.ts";

/** The courses of Exhibit with what they cover. */
export const trainingOutline: PrintedDocument = {
  document: "training.training-outline",
  about:
    "The courses that people take in Exhibit, with their topics. The SHA-256 of each course's text shows which text it was.",
  confirmed: [],
  needs: ["training-courses", "training-completions"],
  tables: [
    {
      title: "Courses",
      list: "training-courses",
      rows: ["course", "courses"],
      columns: [
        { label: "Course", field: "title" },
        { label: "Version", field: "version", as: "number" },
        { label: "Topics", field: "topics" },
        { label: "SHA-256 of the text", field: "text" },
      ],
    },
  ],
};
