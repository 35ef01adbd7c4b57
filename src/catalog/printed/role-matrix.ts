import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Duties and granted access side by side, so that conflicting ones are seen. */
export const roleMatrix: PrintedDocument = {
  document: "privilege.role-matrix",
  about:
    "Who holds which duty, who administers which system, and which access was approved. A duty has a deputy so that no change rests on one person.",
  confirmed: ["roles", "approvals", "access-requests"],
  needs: ["roles"],
  tables: [
    {
      title: "Duties",
      list: "roles",
      rows: ["duty", "duties"],
      columns: ["number", "duty", "holderId", "deputyId", "since"],
    },
    {
      title: "Administrators",
      list: "approvals",
      rows: ["administrator", "administrators"],
      where: { field: "kind", is: ["administrator"] },
      columns: ["number", "subject", "systemId", "peopleIds", "expiresOn", "approval"],
    },
    {
      title: "Approved access",
      list: "access-requests",
      rows: ["access request", "access requests"],
      columns: ["number", "access", "systemId", "personId", "reason", "approval"],
    },
  ],
};
