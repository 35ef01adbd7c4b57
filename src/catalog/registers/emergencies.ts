import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Changes and sign-ins that could not wait for the usual approval, each reviewed afterwards. */
export const emergencies: Register = {
  key: "emergencies",
  label: "Emergencies",
  singular: "emergency",
  summary:
    "Changes and sign-ins that could not wait for the usual approval, each reviewed afterwards by another person.",
  group: "Incidents",
  prefix: "EMG",
  title: "title",
  fields: {
    title: { type: "text", label: "What was done", origin: "stated", required: true },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: { change: "Emergency change", account: "Use of an emergency account" },
    },
    systemId: { type: "system", label: "System", origin: "stated", required: true },
    byId: { type: "person", label: "Done by", origin: "stated", required: true },
    reason: { type: "long text", label: "Why it could not wait", origin: "stated", required: true },
    startedAt: { type: "instant", label: "Started", origin: "stated", required: true, past: true },
    endedAt: { type: "instant", label: "Over", origin: "stated", past: true, after: "startedAt" },
    incidentId: { type: "record", to: "incidents", label: "Because of", origin: "stated" },
    change: {
      type: "url",
      label: "Change or ticket",
      origin: "stated",
      hint: "Of a merged pull request its address on GitHub: its check passes over it once the review is approved.",
    },
    reviewedOn: { type: "date", label: "Reviewed on", origin: "filed", past: true },
    review: {
      type: "exhibit",
      label: "Review",
      origin: "filed",
      hint: "What the review found.",
      shows: ["Document", "Report"],
    },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Withdrawn" },
  endReasons: ["Entered twice", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "startedAt" },
    { key: "approved", label: "Approved", state: "open", sort: "startedAt" },
  ],
  columns: ["kind", "systemId", "byId", "startedAt", "reviewedOn"],
  csv: [
    "title",
    "kind",
    "systemId",
    "byId",
    "reason",
    "startedAt",
    "endedAt",
    "incidentId",
    "change",
    "reviewedOn",
    "review",
  ],
  checks: [],
  documents: ["change.emergency-reviews"],
};
