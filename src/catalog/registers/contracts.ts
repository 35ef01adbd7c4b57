import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Kinds that can bind a vendor to security duties and to notice of a breach. */
export const bindingKinds = ["terms", "agreement", "dpa", "baa"] as const;
const OF_VENDORS = [...bindingKinds, "nda"];

/** Signed agreements with vendors, and those with clients that ask for notice of a breach. */
export const contracts: Register = {
  key: "contracts",
  label: "Contracts",
  singular: "contract",
  summary: "Signed agreements with vendors and clients: security duties, and how soon a breach must be told.",
  group: "Vendors",
  prefix: "CON",
  title: "title",
  fields: {
    title: { type: "text", label: "Contract", origin: "filed", required: true },
    vendorId: {
      type: "record",
      to: "vendors",
      label: "Vendor",
      origin: "filed",
      requiredFor: { kind: OF_VENDORS },
    },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "filed",
      required: true,
      choices: {
        terms: "Terms of service",
        agreement: "Service agreement",
        dpa: "Data processing agreement",
        baa: "Business associate agreement",
        nda: "Confidentiality agreement",
        client: "Agreement with a client",
      },
    },
    client: { type: "text", label: "Client", origin: "filed", confidential: true, requiredFor: { kind: ["client"] } },
    file: {
      type: "exhibit",
      proves: ["signedOn"],
      label: "File",
      origin: "filed",
      required: true,
      shows: ["Document", "Report"],
    },
    signedOn: { type: "date", label: "Signed on", origin: "filed", required: true, past: true },
    endsOn: {
      type: "date",
      label: "Ends on",
      origin: "filed",
      after: "signedOn",
      hint: "Empty while it renews itself.",
    },
    securityDuties: {
      type: "choice",
      label: "Security duties",
      origin: "filed",
      choices: { yes: "Written in it", no: "None" },
    },
    noticeHours: {
      type: "number",
      label: "Breach notice within",
      origin: "filed",
      unit: { single: "hour", many: "hours" },
      least: 0,
      most: 8_760,
      hint: "Who learns of a breach tells the other side. 24 hours for one day. Empty where it promises none.",
    },
  },
  due: {
    field: "endsOn",
    of: ({ endsOn }) => (typeof endsOn === "string" ? endsOn : undefined),
    words: "Ends on",
    over: "Ended on",
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Ended" },
  endReasons: ["Expired", "Terminated", "Replaced", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirms: [],
  confirmedForDays: 365,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "endsOn" },
  ],
  columns: ["vendorId", "kind", "signedOn", "endsOn", "noticeHours"],
  csv: ["title", "vendorId", "kind", "client", "file", "signedOn", "endsOn", "securityDuties", "noticeHours"],
  checks: ["vendors.contract-signed"],
  documents: ["vendors.signed-agreements"],
};
