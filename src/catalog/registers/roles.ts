import type { Register } from "#domain/registers/register.ts";
import { everyone, managers } from "./rights.ts";

/** Who holds which duty. */
export const roles: Register = {
  key: "roles",
  label: "Roles",
  singular: "role",
  summary: "Who is responsible for what: the security owner, the privacy owner and other duties.",
  group: "People",
  prefix: "ROL",
  title: "duty",
  fields: {
    duty: {
      type: "choice",
      label: "Duty",
      origin: "stated",
      required: true,
      choices: {
        "security-owner": "Security owner",
        "privacy-owner": "Privacy owner",
        "incident-lead": "Incident lead",
        "it-administrator": "IT administrator",
        auditor: "Internal auditor",
        other: "Other",
      },
    },
    holderId: { type: "person", label: "Held by", origin: "stated", required: true, active: true },
    deputyId: { type: "person", label: "Deputy", origin: "stated", active: true },
    description: { type: "long text", label: "Responsibilities", origin: "stated" },
    since: { type: "date", label: "Since", origin: "stated", required: true },
  },
  states: { open: "Held", ended: "Ended" },
  endReasons: ["Handed over", "No longer needed", "Entered by mistake"],
  rights: { read: everyone, write: managers, confirm: managers },
  confirmedForDays: 365,
  views: [{ key: "held", label: "Held", state: "open", sort: "duty" }],
  columns: ["holderId", "deputyId", "since"],
  csv: ["duty", "holderId", "deputyId", "description", "since"],
  checks: ["oversight.owner-named"],
  documents: ["people.job-descriptions", "privilege.role-matrix"],
};
