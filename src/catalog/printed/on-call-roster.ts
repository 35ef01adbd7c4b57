import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who responds, who is on call, and whom to call outside. */
export const onCallRoster: PrintedDocument = {
  document: "incident.on-call-roster",
  about: "Who responds to an incident and when each was trained, who is on call, and whom to call outside.",
  confirmed: ["contacts"],
  needs: ["contacts"],
  tables: [
    {
      title: "Responders and on call",
      list: "contacts",
      rows: ["person", "people"],
      where: { field: "duty", is: ["responder", "on-call"] },
      columns: ["number", "name", "duty", "personId", "phone", "email", "hours", "trainedOn"],
    },
    {
      title: "Outside",
      list: "contacts",
      rows: ["contact", "contacts"],
      where: {
        field: "duty",
        is: ["counsel", "insurer", "authority", "police", "forensics", "vendor", "press"],
      },
      columns: ["number", "name", "duty", "phone", "email", "hours", "note"],
    },
  ],
};
