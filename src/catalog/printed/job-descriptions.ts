import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Security duties with who holds them. */
export const jobDescriptions: PrintedDocument = {
  document: "people.job-descriptions",
  about: "Every security duty with its responsibilities, who holds it and who stands in.",
  confirmed: ["roles"],
  needs: ["roles"],
  tables: [
    {
      title: "Duties",
      list: "roles",
      rows: ["duty", "duties"],
      columns: ["number", "duty", "holderId", "deputyId", "description", "since"],
    },
  ],
};
