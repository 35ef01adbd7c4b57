import type { PrintedDocument } from "#domain/printed/layout.ts";

/** An exercise on the screen of incidents: its record is the same, and speaks for nothing in the register of incidents. */
const onScreen = {
  list: "incidents",
  rows: ["exercise", "exercises"],
  where: { field: "kind", is: ["exercise"] },
  inPeriod: "discoveredAt",
} as const;

/** The exercises of the year: those that were held elsewhere, and those that ran on the screen of incidents. */
export const exerciseReport: PrintedDocument = {
  document: "incident.exercise-report",
  about:
    "The exercises of the incident plan that were held within the period: who took part, what was found, and the actions that follow. Exercises on the incident screen ran against the same deadlines as an incident.",
  confirmed: ["tests", "incidents"],
  needsOneOf: ["tests", "incidents"],
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
    {
      title: "Exercises on the incident screen",
      ...onScreen,
      columns: ["number", "title", "severity", "discoveredAt", "closedAt", "leadId", "responderIds", "approval"],
    },
    {
      title: "What these exercises found",
      ...onScreen,
      columns: ["number", "timeline", "cause", "lessons", "evidence", "actionIds"],
    },
    {
      title: "Notice, as it was exercised",
      ...onScreen,
      columns: ["number", "data", "places", "noticeDecision", "noticeDecidedAt", "noticeRecord", "law"],
    },
  ],
};
