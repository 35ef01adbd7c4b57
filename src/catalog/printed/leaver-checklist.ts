import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who joined, moved and left within the year, with what was done about their access. */
export const leaverChecklist: PrintedDocument = {
  document: "accounts.leaver-checklist",
  about:
    "Everyone who joined or left within the period, with their accounts in connected systems. Access is asked for, approved by a second person, and ends by the day somebody leaves.",
  confirmed: ["people", "access-requests"],
  needs: ["people"],
  tables: [
    {
      title: "Joiners",
      list: "people",
      rows: ["person", "people"],
      states: ["open", "ended"],
      inPeriod: "startsAt",
      columns: ["number", "name", "jobTitle", "kind", "startsAt", "accounts"],
    },
    {
      title: "Movers and new access",
      list: "access-requests",
      rows: ["access request", "access requests"],
      inPeriod: "requestedOn",
      columns: ["number", "personId", "access", "systemId", "requestedOn", "grantedOn", "approval"],
    },
    {
      title: "Leavers",
      list: "people",
      rows: ["person", "people"],
      states: ["open", "ended"],
      inPeriod: "endsAt",
      columns: ["number", "name", "jobTitle", "kind", "endsAt", "state", "accounts"],
    },
  ],
};
