import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone, managers } from "./rights.ts";

/** Terms that people signed outside Exhibit, and why somebody signed late. */
export const signedTerms: Register = {
  key: "signed-terms",
  label: "Signed terms",
  singular: "signed terms",
  summary:
    "Confidentiality terms and codes of conduct signed on paper or in another tool. People who acknowledge both policies here need no record.",
  group: "People",
  prefix: "TRM",
  title: "terms",
  fields: {
    terms: {
      type: "choice",
      label: "Terms",
      origin: "filed",
      required: true,
      choices: {
        confidentiality: "Confidentiality terms",
        conduct: "Code of conduct",
        both: "Both in one document",
      },
    },
    personId: { type: "person", label: "Person", origin: "filed", required: true },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: { signed: "Signed outside Exhibit", late: "Reason for signing late" },
    },
    signedOn: {
      type: "date",
      label: "Signed on",
      origin: "filed",
      requiredFor: { kind: ["signed"] },
      past: true,
      hint: "The date on the document.",
    },
    file: {
      type: "exhibit",
      proves: ["signedOn"],
      label: "File",
      origin: "filed",
      requiredFor: { kind: ["signed"] },
      shows: ["Document", "Policy"],
    },
    reason: {
      type: "long text",
      label: "Reason",
      origin: "stated",
      personal: true,
      requiredFor: { kind: ["late"] },
      hint: "If signed more than 7 days after the first account: why. Another person approves it.",
    },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Ended" },
  endReasons: ["Replaced", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: managers, confirm: managers },
  confirms: [],
  confirmedForDays: 365,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "signedOn" },
  ],
  columns: ["personId", "kind", "signedOn", "file"],
  csv: ["terms", "personId", "kind", "signedOn", "file", "reason"],
  checks: ["people.terms-signed"],
  documents: ["people.signed-confidentiality"],
};
