import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Who asked for access to what, and who approved it. */
export const accessRequests: Register = {
  key: "access-requests",
  label: "Access requests",
  singular: "access request",
  summary: "Who needs access to which system, why, and who approved it.",
  group: "People",
  prefix: "ACC",
  title: "access",
  fields: {
    access: { type: "text", label: "Access", origin: "stated", required: true },
    personId: { type: "person", label: "Person", origin: "stated", required: true },
    systemId: { type: "system", label: "System", origin: "stated", required: true },
    reason: { type: "long text", label: "Reason", origin: "stated", required: true },
    requestedOn: { type: "date", label: "Requested on", origin: "stated", required: true },
    grantedOn: { type: "date", label: "Granted on", origin: "stated" },
    ticket: { type: "text", label: "Ticket", origin: "stated" },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Ended" },
  endReasons: ["Access removed", "Declined", "Withdrawn"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "requestedOn" },
    { key: "approved", label: "Approved", state: "open", sort: "requestedOn" },
  ],
  columns: ["personId", "systemId", "requestedOn", "grantedOn"],
  csv: ["access", "personId", "systemId", "reason", "requestedOn", "grantedOn", "ticket"],
  checks: [],
  documents: ["accounts.leaver-checklist", "privilege.role-matrix"],
};
