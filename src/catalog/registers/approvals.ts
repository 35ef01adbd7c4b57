import type { Register } from "#domain/registers/register.ts";
import { everyone, managers } from "./rights.ts";

/** What is allowed although a check would fail it: each with a reason, an approver and an end. */
export const approvals: Register = {
  key: "approvals",
  label: "Approvals",
  singular: "approval",
  summary:
    "Administrators, shared and emergency accounts, public resources and exceptions that somebody allowed, until a day.",
  group: "Risks",
  prefix: "APV",
  title: "subject",
  fields: {
    subject: {
      type: "text",
      label: "What is approved",
      origin: "stated",
      required: true,
      hint: "The account, resource, port or rule, as its system names it.",
    },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: {
        administrator: "Administrator",
        "shared-account": "Shared account",
        "emergency-account": "Emergency account",
        "key-custodian": "Key custodian",
        "public-resource": "Public resource",
        sharing: "Sharing outside",
        port: "Open port",
        certificate: "Certificate",
        exception: "Exception",
      },
    },
    systemId: { type: "system", label: "System", origin: "stated" },
    peopleIds: { type: "list", of: "person", label: "People", origin: "stated" },
    reason: { type: "long text", label: "Reason", origin: "stated", required: true },
    expiresOn: { type: "date", label: "Expires on", origin: "stated", required: true },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Ended" },
  endReasons: ["No longer needed", "Declined", "Replaced"],
  rights: { read: everyone, write: managers, approve: managers, confirm: managers },
  confirms: [],
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "expiresOn" },
  ],
  columns: ["kind", "systemId", "peopleIds", "expiresOn"],
  csv: ["subject", "kind", "systemId", "peopleIds", "reason", "expiresOn"],
  checks: ["privilege.admins-listed", "accounts.one-person-each", "people.screened-before-access"],
  documents: ["privilege.administrator-list", "privilege.role-matrix", "encryption.key-custodians"],
};
