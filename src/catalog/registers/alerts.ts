import { afterBusinessDay } from "#domain/business-day.ts";
import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** So long an alert is asked about. */
const ASKED_DAYS = 30;

/** Security alerts, who looked at each, and what became of it. */
export const alerts: Register = {
  key: "alerts",
  label: "Alerts",
  singular: "alert",
  summary: "Security alerts: when each came, who looked at it, and why it was closed.",
  group: "Incidents",
  prefix: "ALR",
  title: "title",
  fields: {
    title: { type: "text", label: "Alert", origin: "filed", required: true },
    systemId: { type: "system", label: "System", origin: "stated" },
    raisedAt: { type: "instant", label: "Raised", origin: "filed", required: true, past: true },
    handlerId: { type: "person", label: "Handled by", origin: "stated" },
    acknowledgedAt: { type: "instant", label: "Acknowledged", origin: "filed", past: true, after: "raisedAt" },
    closedAt: { type: "instant", label: "Closed", origin: "filed", past: true, after: "raisedAt" },
    outcome: {
      type: "choice",
      label: "Outcome",
      origin: "filed",
      choices: { "false-alarm": "False alarm", expected: "Expected", fixed: "Fixed", incident: "Became an incident" },
    },
    reason: { type: "text", label: "Reason", origin: "filed", hint: "Why it could be closed." },
    incidentId: { type: "record", to: "incidents", label: "Led to", origin: "stated" },
    source: {
      type: "exhibit",
      proves: ["raisedAt", "acknowledgedAt", "closedAt"],
      label: "Export or ticket",
      origin: "filed",
      hint: "The file that shows when it came and was handled. One file may serve many alerts.",
    },
  },
  tasks: [
    {
      key: "acknowledge",
      standing: { single: "to acknowledge", many: "to acknowledge" },
      title: (what) => `Acknowledge ${what}`,
      detail: "Within one business day of when it came",
      of: "kept",
      lacks: ["acknowledgedAt", "closedAt"],
      from: { raisedAt: 1 },
      ahead: 7,
      until: ASKED_DAYS,
      due: ({ fields }) => afterBusinessDay(new Date(String(fields["raisedAt"]))),
    },
    {
      key: "close",
      standing: { single: "acknowledged and not closed", many: "acknowledged and not closed" },
      title: (what) => `Close ${what}`,
      detail: "It was acknowledged: say what became of it, and why",
      of: "kept",
      has: ["acknowledgedAt"],
      lacks: ["closedAt"],
      from: { raisedAt: 0 },
      ahead: 0,
      until: ASKED_DAYS,
      due: () => null,
    },
  ],
  states: { waiting: "Waiting for review", open: "Reviewed", ended: "Withdrawn" },
  endReasons: ["Entered twice", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirmedForDays: 31,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "raisedAt" },
    { key: "reviewed", label: "Reviewed", state: "open", sort: "raisedAt" },
  ],
  columns: ["systemId", "raisedAt", "acknowledgedAt", "closedAt", "outcome"],
  csv: [
    "title",
    "systemId",
    "raisedAt",
    "handlerId",
    "acknowledgedAt",
    "closedAt",
    "outcome",
    "reason",
    "incidentId",
    "source",
  ],
  checks: ["monitoring.alerts-handled"],
  documents: ["logging.log-review"],
};
