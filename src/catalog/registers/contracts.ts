import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";

/** Signed agreements with vendors. */
export const contracts: Register = {
  key: "contracts",
  label: "Contracts",
  singular: "contract",
  summary: "Signed agreements with vendors: their security duties, and how soon they must tell you of a breach.",
  group: "Vendors",
  prefix: "CON",
  title: "title",
  fields: {
    title: { type: "text", label: "Contract", origin: "filed", required: true },
    vendorId: { type: "record", to: "vendors", label: "Vendor", origin: "filed", required: true },
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
      },
    },
    file: { type: "exhibit", label: "File", origin: "filed", required: true },
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
      hint: "24 hours for one day. Empty where it promises none.",
    },
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
  csv: ["title", "vendorId", "kind", "file", "signedOn", "endsOn", "securityDuties", "noticeHours"],
  checks: ["vendors.contract-signed"],
  documents: ["vendors.signed-agreements"],
};
