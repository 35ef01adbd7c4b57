import { calendarDate } from "#domain/calendar-date.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { answeredBy, extensionProblem, requestLaws } from "#domain/privacy-requests.ts";
import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** People who asked what is kept about them, or to have it changed or deleted. */
export const privacyRequests: Register = {
  key: "privacy-requests",
  label: "Privacy requests",
  singular: "privacy request",
  summary:
    "People who asked for their data, or to have it corrected or deleted: when each came, and when it was answered.",
  group: "Incidents",
  prefix: "PRQ",
  title: "kind",
  fields: {
    kind: {
      type: "choice",
      label: "What is asked",
      origin: "filed",
      required: true,
      choices: {
        access: "Access",
        deletion: "Deletion",
        correction: "Correction",
        portability: "Copy to take along",
        objection: "Objection or opt-out",
      },
    },
    person: { type: "text", label: "Who asked", origin: "filed", required: true, personal: true },
    law: {
      type: "choice",
      label: "Law",
      origin: "filed",
      required: true,
      choices: requestLaws,
      hint: "GDPR: one month. CCPA: 45 days.",
    },
    receivedOn: { type: "date", label: "Received on", origin: "filed", required: true, past: true },
    request: {
      type: "exhibit",
      proves: ["receivedOn"],
      label: "The request",
      origin: "filed",
      shows: ["Document", "Report"],
    },
    ownerId: { type: "person", label: "Owner", origin: "stated", required: true, active: true },
    extendedOn: {
      type: "date",
      label: "Extended on",
      origin: "filed",
      past: true,
      after: "receivedOn",
      hint: "When you told the person that you need longer. It must be within the first period.",
    },
    extension: {
      type: "exhibit",
      proves: ["extendedOn"],
      label: "Notice of extension",
      origin: "filed",
      shows: ["Document", "Report"],
    },
    closedOn: { type: "date", label: "Answered on", origin: "filed", past: true, after: "receivedOn" },
    answer: {
      type: "exhibit",
      proves: ["closedOn"],
      label: "The answer",
      origin: "filed",
      shows: ["Document", "Report"],
    },
    note: { type: "long text", label: "Note", origin: "stated", personal: true },
  },
  derived: {
    due: {
      label: "Due",
      hint: "One month or 45 days after it came; three months or 90 days after an extension.",
      of: (fields) => {
        const day = answeredBy(fields);
        return day === undefined ? undefined : calendarDate(new Date(day));
      },
    },
  },
  due: {
    field: "due",
    of: (fields) => {
      const day = fields["closedOn"] === undefined ? answeredBy(fields) : undefined;
      return day === undefined ? undefined : new Date(day).toISOString().slice(0, 10);
    },
    words: "To be answered by",
    over: "Was to be answered by",
  },
  problems: extensionProblem,
  tasks: [
    {
      key: "answer",
      standing: { single: "to answer", many: "to answer" },
      title: (what) => `Answer ${what}`,
      detail: "Add the answer, or the notice of an extension, before the law's time is over",
      of: "kept",
      lacks: ["closedOn"],
      from: { receivedOn: 28 },
      ahead: 14,
      due: ({ fields }) => {
        const day = answeredBy(fields);
        return day === undefined ? undefined : endOfDay(day);
      },
    },
  ],
  states: { waiting: "Waiting for review", open: "Reviewed", ended: "Withdrawn" },
  endReasons: ["Entered twice", "Entered by mistake", "Taken back by the person"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: managers },
  confirmedForDays: 31,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "receivedOn" },
    { key: "reviewed", label: "Reviewed", state: "open", sort: "receivedOn" },
  ],
  columns: ["law", "receivedOn", "due", "closedOn", "ownerId"],
  csv: [
    "kind",
    "person",
    "law",
    "receivedOn",
    "request",
    "ownerId",
    "extendedOn",
    "extension",
    "closedOn",
    "answer",
    "note",
  ],
  checks: ["requests.on-time"],
  documents: ["retention.privacy-requests"],
};
