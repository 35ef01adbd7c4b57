import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** What is to be done about findings, failing controls and risks. */
export const actions: Register = {
  key: "actions",
  label: "Actions",
  singular: "action",
  summary: "What is to be done about audit findings, failing controls and risks: by whom, until when.",
  group: "Risks",
  prefix: "ACT",
  title: "title",
  fields: {
    title: { type: "text", label: "Action", origin: "stated", required: true },
    source: {
      type: "choice",
      label: "Because of",
      origin: "stated",
      required: true,
      choices: {
        "audit-finding": "Audit finding",
        "failing-control": "Failing control",
        risk: "Risk",
        incident: "Incident",
        test: "Test",
        other: "Other",
      },
    },
    controls: { type: "list", of: "control", label: "Controls", origin: "stated" },
    finding: { type: "exhibit", label: "Finding", origin: "filed" },
    ownerId: { type: "person", label: "Owner", origin: "stated", required: true, active: true },
    dueOn: {
      type: "date",
      label: "Due on",
      origin: "stated",
      required: true,
      promised: true,
      hint: "A later day counts only when somebody other than the owner sets it, before the earlier one has passed.",
    },
    plan: { type: "long text", label: "Plan", origin: "stated" },
    proof: { type: "exhibit", proves: [], label: "Proof that it is done", origin: "filed" },
  },
  due: {
    field: "dueOn",
    of: ({ dueOn }) => (typeof dueOn === "string" ? dueOn : undefined),
    words: "Due on",
    over: "Was due on",
  },
  states: { open: "Open", ended: "Closed" },
  endReasons: ["Done", "No longer needed", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: contributors },
  confirms: [],
  confirmedForDays: 92,
  views: [
    { key: "open", label: "Open", state: "open", sort: "dueOn" },
    { key: "closed", label: "Closed", state: "ended", sort: "changed" },
  ],
  columns: ["source", "controls", "ownerId", "dueOn"],
  csv: ["title", "source", "controls", "finding", "ownerId", "dueOn", "plan", "proof"],
  checks: ["oversight.actions-on-time"],
  documents: ["oversight.corrective-actions", "oversight.internal-audit"],
};
