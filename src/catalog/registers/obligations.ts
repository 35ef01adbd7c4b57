import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** What laws, regulators, contracts and standards ask of the company. */
export const obligations: Register = {
  key: "obligations",
  label: "Obligations",
  singular: "obligation",
  summary:
    "What laws, regulators, contracts and standards ask of you: where each is written, and who sees that it is met.",
  group: "Risks",
  prefix: "OBL",
  title: "title",
  fields: {
    title: { type: "text", label: "Obligation", origin: "stated", required: true, hint: "For example: breach notice." },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: {
        law: "Law or regulation",
        professional: "Professional rule",
        contract: "Contract",
        standard: "Standard",
        other: "Other",
      },
    },
    source: {
      type: "text",
      label: "Where it is written",
      origin: "stated",
      required: true,
      hint: "For example: GDPR Article 33, or the agreement and its section.",
    },
    place: { type: "text", label: "Where it applies", origin: "stated", hint: "A country, a state or a client." },
    duty: {
      type: "long text",
      label: "What you must do",
      origin: "stated",
      required: true,
      hint: "In plain words, with its deadline if it has one.",
    },
    ownerId: { type: "person", label: "Owner", origin: "stated", required: true, active: true },
    controls: { type: "list", of: "control", label: "Controls that meet it", origin: "stated" },
    contractId: { type: "record", to: "contracts", label: "Contract on file", origin: "stated" },
    site: { type: "url", label: "Address of the text", origin: "stated" },
    since: { type: "date", label: "Applies since", origin: "stated" },
    reviewedOn: { type: "date", label: "Reviewed on", origin: "stated", past: true },
  },
  states: { open: "In force", ended: "Ended" },
  endReasons: ["Repealed or replaced", "Contract ended", "No longer applies", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: managers },
  confirmedForDays: 365,
  views: [
    { key: "force", label: "In force", state: "open", sort: "title" },
    { key: "ended", label: "Ended", state: "ended", sort: "changed" },
  ],
  columns: ["kind", "source", "ownerId", "reviewedOn"],
  csv: ["title", "kind", "source", "place", "duty", "ownerId", "controls", "contractId", "site", "since", "reviewedOn"],
  csvKey: "title",
  checks: [],
  documents: ["risk.legal-duties"],
};
