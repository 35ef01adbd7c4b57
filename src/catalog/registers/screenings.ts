import type { Register } from "#domain/registers/register.ts";
import { managers } from "./rights.ts";

/** Background checks before access. Only managers see them. */
export const screenings: Register = {
  key: "screenings",
  label: "Screenings",
  singular: "screening",
  summary: "Background checks of people before they get access. Only owners and admins see them.",
  group: "People",
  prefix: "SCR",
  title: "kind",
  fields: {
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: {
        background: "Background check",
        references: "References",
        identity: "Identity and right to work",
        exception: "Exception by law",
      },
    },
    personId: { type: "person", label: "Person", origin: "stated", required: true },
    completedOn: { type: "date", label: "Completed on", origin: "filed", required: true },
    report: {
      type: "exhibit",
      proves: ["completedOn"],
      spare: ({ kind }) => kind === "exception",
      label: "Report",
      origin: "filed",
      hint: "The report, or a signed note of who checked what, how, and what they found.",
    },
    test: {
      type: "long text",
      label: "What was checked",
      origin: "stated",
      personal: true,
      confidential: true,
      hint: "What you checked, how, and what you found. It counts only with a report or a signed note on file.",
    },
    law: {
      type: "text",
      label: "Law",
      origin: "stated",
      requiredFor: { kind: ["exception"] },
      confidential: true,
      hint: "For an exception: the law that does not allow a screening.",
    },
    note: { type: "long text", label: "Note", origin: "stated", personal: true, confidential: true },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Ended" },
  endReasons: ["Replaced by a newer screening", "Entered by mistake"],
  rights: { read: managers, write: managers, approve: managers, confirm: managers },
  confirms: [],
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "completedOn" },
  ],
  columns: ["personId", "completedOn", "report"],
  csv: ["personId", "kind", "completedOn", "report", "test", "law", "note"],
  checks: ["people.screened-before-access"],
  documents: ["people.background-checks"],
};
