import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Administrators that somebody else approved, and what waits. */
export const administratorList: PrintedDocument = {
  document: "privilege.administrator-list",
  about: "Every administrator and emergency account that a second person approved, each with a reason and an end.",
  confirmed: ["approvals"],
  tables: [
    {
      title: "Approved administrators",
      list: "approvals",
      rows: ["administrator", "administrators"],
      where: { field: "kind", is: ["administrator"] },
      columns: ["number", "subject", "systemId", "peopleIds", "reason", "expiresOn", "approval"],
    },
    {
      title: "Shared and emergency accounts",
      list: "approvals",
      rows: ["account", "accounts"],
      where: { field: "kind", is: ["shared-account", "emergency-account"] },
      columns: ["number", "subject", "kind", "systemId", "peopleIds", "reason", "expiresOn", "approval"],
    },
  ],
};
