import type { PrintedDocument } from "#domain/printed/layout.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";

/** Which screenings were completed. Every value is sealed as a salted hash, and only owners and admins read it. */
export const backgroundChecks: PrintedDocument = {
  document: "people.background-checks",
  about:
    "Every screening on record: of whom, when it was completed, the report on file, whether another person approved it, and whether it has a ground (a report on file, or the law of an exception). What a report says is not printed.",
  confirmed: [SCREENING_PAGES],
  needs: [SCREENING_PAGES],
  tables: [
    {
      title: "Screenings",
      list: SCREENING_PAGES,
      rows: ["screening", "screenings"],
      columns: [
        "personId",
        "kind",
        "completedOn",
        "report",
        "law",
        { label: "Approved by another", field: "approved", as: "flag" },
        { label: "Has a ground", field: "founded", as: "flag" },
      ],
    },
  ],
};
