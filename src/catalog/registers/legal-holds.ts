import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** What must not be deleted, because of a dispute. */
export const legalHolds: Register = {
  key: "legal-holds",
  label: "Legal holds",
  singular: "legal hold",
  summary: "Matters whose files must not be deleted, who was told to keep what, and when the hold was released.",
  group: "Matters",
  onlyWith: "practice",
  inMatters: true,
  prefix: "HLD",
  title: "title",
  fields: {
    title: { type: "text", label: "Hold", origin: "filed", required: true },
    matterIds: { type: "list", of: "record", to: "client-matters", label: "Matters", origin: "filed" },
    custodianIds: {
      type: "list",
      of: "person",
      label: "Custodians",
      origin: "stated",
      hint: "Who keeps what they have. Exhibit mails them, and reminds them weekly until they confirm.",
    },
    evidence: {
      type: "list",
      of: "exhibit",
      label: "Evidence that is held",
      origin: "stated",
      hint: "It can't be erased until the hold is released.",
    },
    about: { type: "long text", label: "What is kept", origin: "filed", confidential: true },
    startsOn: { type: "date", label: "In force since", origin: "filed", required: true, past: true },
    releasedOn: { type: "date", label: "Released on", origin: "filed", past: true, after: "startsOn" },
    notice: { type: "exhibit", label: "Hold notice", origin: "filed", shows: ["Document", "Report"] },
  },
  states: { waiting: "Waiting for review", open: "Reviewed", ended: "Withdrawn" },
  endReasons: ["Released", "Entered twice", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: managers },
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "startsOn" },
    { key: "reviewed", label: "Reviewed", state: "open", sort: "startsOn" },
  ],
  columns: ["matterIds", "custodianIds", "startsOn", "releasedOn", "notice"],
  csv: ["title", "matterIds", "custodianIds", "evidence", "about", "startsOn", "releasedOn", "notice"],
  checks: ["retention.closed-matters"],
  documents: [],
};
