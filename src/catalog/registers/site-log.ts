import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Who came to which site, and what was repaired there. */
export const siteLog: Register = {
  key: "site-log",
  label: "Site log",
  singular: "log entry",
  summary: "Visitors to your sites, and repairs of doors, locks and alarms.",
  group: "Systems",
  prefix: "LOG",
  title: "subject",
  fields: {
    subject: { type: "text", label: "Visitor or work", origin: "stated", required: true, personal: true },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: { visit: "Visit", delivery: "Delivery", maintenance: "Maintenance" },
    },
    siteId: { type: "record", to: "sites", label: "Site", origin: "stated", required: true },
    hostId: { type: "person", label: "Received by", origin: "stated" },
    startedAt: { type: "instant", label: "Came", origin: "stated", required: true, past: true },
    leftAt: { type: "instant", label: "Left", origin: "stated", past: true, after: "startedAt" },
    note: { type: "long text", label: "Note", origin: "stated", personal: true },
  },
  states: { open: "Recorded", ended: "Withdrawn" },
  endReasons: ["Entered twice", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: contributors },
  confirmedForDays: 92,
  views: [{ key: "recorded", label: "Recorded", state: "open", sort: "changed" }],
  columns: ["kind", "siteId", "hostId", "startedAt", "leftAt"],
  csv: ["subject", "kind", "siteId", "hostId", "startedAt", "leftAt", "note"],
  checks: [],
  documents: ["physical.visitor-log", "physical.maintenance-record"],
};
