import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Meetings in which leadership looks at security: the record is the minutes. */
export const meetings: Register = {
  key: "meetings",
  label: "Meetings",
  singular: "meeting",
  summary: "Minutes of leadership reviews: who attended, which control results they saw, and what they decided.",
  group: "Risks",
  prefix: "MTG",
  title: "title",
  fields: {
    title: { type: "text", label: "Meeting", origin: "stated", required: true },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: { leadership: "Leadership review of security", other: "Other meeting" },
    },
    heldOn: { type: "date", label: "Held on", origin: "stated", required: true, past: true },
    attendeeIds: {
      type: "list",
      of: "person",
      label: "Attendees",
      origin: "stated",
      required: true,
      there: "heldOn",
      fewest: { count: 2, words: "A meeting has at least two attendees." },
    },
    results: {
      type: "list",
      of: "exhibit",
      label: "Control results seen",
      origin: "filed",
      shows: ["Report", "Document"],
      hint: "The exhibits that showed how your controls stood, such as an exported report.",
    },
    discussed: { type: "long text", label: "Discussed", origin: "stated" },
    decisions: {
      type: "long text",
      label: "Decisions",
      origin: "stated",
      requiredFor: { kind: ["leadership"] },
      hint: "What was decided, and by whom it is done.",
    },
    actionIds: { type: "list", of: "record", to: "actions", label: "Actions", origin: "stated" },
    nextOn: { type: "date", label: "Next meeting", origin: "stated", after: "heldOn" },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Withdrawn" },
  endReasons: ["Entered twice", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirms: [],
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "heldOn" },
    { key: "approved", label: "Approved", state: "open", sort: "heldOn" },
  ],
  columns: ["kind", "heldOn", "attendeeIds", "nextOn"],
  csv: ["title", "kind", "heldOn", "attendeeIds", "results", "discussed", "decisions", "actionIds", "nextOn"],
  checks: ["oversight.review-within-quarter"],
  documents: ["oversight.leadership-minutes"],
};
