import { calendarDate } from "#domain/calendar-date.ts";
import { daysAfter, endOfDay } from "#domain/calendar-day.ts";
import { keptUntil } from "#domain/client-matters.ts";
import type { Doing } from "#domain/registers/record-task.ts";
import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** What becomes of the files of a matter. */
const filesDone: readonly Doing[] = [
  { register: "disposals", by: "matterIds", has: ["certificate"], notBefore: { day: "disposedOn", of: "closedOn" } },
  { register: "disposals", by: "matterIds", where: { method: "mistake" } },
  { register: "legal-holds", by: "matterIds", has: ["notice"], lacks: ["releasedOn"] },
];

/** The matters of a law practice: who may open each, who has a conflict, and how long it is kept. */
export const clientMatters: Register = {
  key: "client-matters",
  label: "Client matters",
  singular: "client matter",
  summary: "Your matters: who may open each, who must not, and how long its files are kept after it is closed.",
  group: "Matters",
  onlyWith: "practice",
  inMatters: true,
  prefix: "MAT",
  title: "reference",
  fields: {
    reference: {
      type: "text",
      label: "Matter number",
      origin: "filed",
      required: true,
      hint: "As your practice management counts it. Everyone in the company reads it.",
    },
    client: {
      type: "text",
      label: "Client",
      origin: "filed",
      confidential: true,
      hint: "Leave it out where the client's name is a secret inside the firm.",
    },
    leadId: { type: "person", label: "Responsible lawyer", origin: "stated", required: true, active: true },
    restricted: {
      type: "choice",
      label: "Confidential",
      origin: "filed",
      required: true,
      choices: { yes: "For a named group", no: "For everyone in the firm" },
    },
    groupIds: {
      type: "list",
      of: "person",
      label: "Group",
      origin: "stated",
      requiredFor: { restricted: ["yes"] },
      active: true,
      hint: "Who may open a confidential matter.",
    },
    conflictIds: { type: "list", of: "person", label: "People with a conflict", origin: "stated" },
    accessIds: {
      type: "list",
      of: "person",
      label: "People with access",
      origin: "filed",
      hint: "As the matter list shows them.",
    },
    openedOn: { type: "date", label: "Opened on", origin: "filed", past: true },
    closedOn: { type: "date", label: "Closed on", origin: "filed", past: true, after: "openedOn" },
    keptYears: {
      type: "number",
      label: "Kept after closing",
      origin: "filed",
      unit: { single: "year", many: "years" },
      least: 0,
      most: 100,
    },
    list: {
      type: "exhibit",
      proves: ["listedOn"],
      label: "Matter list",
      origin: "filed",
      hint: "The export that shows this matter and who has access. One file may serve all matters.",
    },
    listedOn: { type: "date", label: "Exported on", origin: "filed", past: true },
  },
  derived: {
    keptUntil: {
      label: "Kept until",
      of: ({ closedOn, keptYears }) =>
        typeof closedOn === "string" && typeof keptYears === "number"
          ? calendarDate(new Date(keptUntil(closedOn, keptYears)))
          : undefined,
    },
  },
  tasks: [
    {
      key: "dispose",
      standing: { single: "to dispose of", many: "to dispose of" },
      title: (what) => `Dispose of the files of ${what}`,
      together: (count) => `Dispose of the files of ${count} matters`,
      detail: "They are kept until then: add the disposal, or a hold",
      doneIn: "disposals",
      of: "kept",
      has: ["closedOn", "keptYears"],
      from: { closedOn: 0 },
      years: "keptYears",
      ahead: 30,
      unless: filesDone,
      due: ({ fields: { closedOn, keptYears } }) => endOfDay(keptUntil(String(closedOn), Number(keptYears))),
    },
    {
      key: "account",
      standing: { single: "withdrawn without a disposal", many: "withdrawn without a disposal" },
      title: (what) => `Say what became of the files of ${what}`,
      together: (count) => `Say what became of the files of ${count} matters`,
      detail: "Withdrawn without a disposal or a hold",
      doneIn: "disposals",
      of: "ended",
      from: { ended: 0 },
      ahead: 0,
      unless: filesDone,
      due: ({ endedAt }) => endedAt ?? undefined,
    },
  ],
  due: {
    field: "listedOn",
    of: ({ listedOn }) => (typeof listedOn === "string" ? daysAfter(listedOn, 31) : undefined),
    words: "To be listed again by",
    over: "Was to be listed again by",
  },
  states: { waiting: "Waiting for review", open: "Reviewed", ended: "Withdrawn" },
  endReasons: ["Files destroyed or returned", "Entered twice", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirmedForDays: 31,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "reference" },
    { key: "reviewed", label: "Reviewed", state: "open", sort: "reference" },
  ],
  columns: ["leadId", "restricted", "groupIds", "closedOn", "keptUntil"],
  csv: [
    "reference",
    "client",
    "leadId",
    "restricted",
    "groupIds",
    "conflictIds",
    "accessIds",
    "openedOn",
    "closedOn",
    "keptYears",
    "list",
    "listedOn",
  ],
  csvKey: "reference",
  checks: ["confidentiality.matter-access", "retention.closed-matters"],
  documents: ["confidentiality.matter-access-list"],
};
