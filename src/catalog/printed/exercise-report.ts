import type { PrintedDocument } from "#domain/printed/layout.ts";

/** The exercises of the year. */
export const exerciseReport: PrintedDocument = {
  document: "incident.exercise-report",
  about:
    "The exercises of the incident plan that were held within the period: who took part, what was found, and the actions that follow.",
  confirmed: ["tests"],
  needs: ["tests"],
  tables: [
    {
      title: "Exercises",
      list: "tests",
      rows: ["exercise", "exercises"],
      where: { field: "kind", is: ["exercise"] },
      inPeriod: "doneOn",
      columns: [
        "number",
        "title",
        "doneOn",
        "by",
        "firm",
        "participantIds",
        "report",
        "test",
        "findings",
        "actionIds",
        "approval",
      ],
    },
  ],
};
