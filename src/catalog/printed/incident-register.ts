import type { PrintedDocument } from "#domain/printed/layout.ts";

const columns = ["number", "title", "severity", "discoveredAt", "closedAt", "leadId"] as const;

/** Every incident with what was learned, and who had to be told. Exercises are in none of its tables. */
export const incidentRegister: PrintedDocument = {
  document: "incident.incident-register",
  about:
    "Every incident on record with its cause, its lessons and the decision about notice, each reviewed by a second person. Exercises are kept in the same register and are not counted here.",
  confirmed: ["incidents"],
  tables: [
    {
      title: "Incidents",
      list: "incidents",
      rows: ["incident", "incidents"],
      states: ["open", "waiting"],
      where: { field: "kind", is: ["incident"] },
      columns: [...columns, "state", "approval"],
    },
    {
      title: "Reviews",
      list: "incidents",
      rows: ["incident", "incidents"],
      states: ["open", "waiting"],
      where: { field: "kind", is: ["incident"] },
      columns: ["number", "timeline", "cause", "lessons", "evidence", "actionIds"],
    },
    {
      title: "Notice",
      list: "incidents",
      rows: ["incident", "incidents"],
      states: ["open", "waiting"],
      where: { field: "kind", is: ["incident"] },
      columns: [
        "number",
        "data",
        "places",
        "noticeDecision",
        "noticeDecidedAt",
        "noticeRecord",
        "law",
        "counselAdvice",
      ],
    },
  ],
};
