import type { PrintedDocument } from "#domain/printed/layout.ts";

/** The minutes of the quarter's leadership reviews. */
export const leadershipMinutes: PrintedDocument = {
  document: "oversight.leadership-minutes",
  about:
    "The leadership reviews of security that were held within the period: who attended, which control results they saw, and what they decided.",
  confirmed: ["meetings"],
  needs: ["meetings"],
  tables: [
    {
      title: "Leadership reviews",
      list: "meetings",
      rows: ["meeting", "meetings"],
      where: { field: "kind", is: ["leadership"] },
      inPeriod: "heldOn",
      columns: [
        "number",
        "title",
        "heldOn",
        "attendeeIds",
        "results",
        "discussed",
        "decisions",
        "actionIds",
        "approval",
      ],
    },
  ],
};
