import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who looks after which keys. */
export const keyCustodians: PrintedDocument = {
  document: "encryption.key-custodians",
  about: "Everyone who looks after encryption keys, each approved by a second person until a day.",
  confirmed: ["approvals"],
  tables: [
    {
      title: "Key custodians",
      list: "approvals",
      rows: ["key custodian", "key custodians"],
      where: { field: "kind", is: ["key-custodian"] },
      columns: ["number", "subject", "systemId", "peopleIds", "reason", "expiresOn", "approval"],
    },
  ],
};
