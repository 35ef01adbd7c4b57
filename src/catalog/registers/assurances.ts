import type { Register } from "#domain/registers/register.ts";
import { contributors, everyone } from "./rights.ts";
import { daysBetween } from "./days-between.ts";

/** Reports and questionnaires about vendors, each reviewed. */
export const assurances: Register = {
  key: "assurances",
  label: "Assurances",
  singular: "assurance",
  summary: "Audit reports, certificates and questionnaires of vendors, each read by someone who noted its exceptions.",
  group: "Vendors",
  prefix: "ASR",
  title: "title",
  fields: {
    title: { type: "text", label: "Title", origin: "filed", required: true, hint: "For example: SOC 2 Type 2, 2026." },
    vendorId: { type: "record", to: "vendors", label: "Vendor", origin: "filed", required: true },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "filed",
      required: true,
      choices: {
        soc2: "SOC 2 report",
        iso27001: "ISO 27001 certificate",
        pci: "PCI DSS attestation",
        pentest: "Penetration test summary",
        questionnaire: "Completed questionnaire",
        bundle: "Exhibit bundle",
        other: "Other independent report",
      },
    },
    report: {
      type: "exhibit",
      proves: ["datedOn"],
      label: "File",
      origin: "filed",
      required: true,
      shows: ["Report", "Document"],
    },
    periodStartsOn: { type: "date", label: "Period starts", origin: "filed" },
    datedOn: {
      type: "date",
      label: "Dated, or period ends",
      origin: "filed",
      required: true,
      past: true,
      after: "periodStartsOn",
    },
    physical: {
      type: "choice",
      label: "Covers buildings",
      origin: "filed",
      choices: { yes: "Yes", no: "No" },
      hint: "Whether it covers physical and environmental safeguards.",
    },
    exceptions: {
      type: "long text",
      label: "Exceptions",
      origin: "filed",
      hint: "What the report found. Write None if nothing.",
    },
    reviewerId: { type: "person", label: "Reviewer", origin: "stated" },
    issuerKey: {
      type: "text",
      label: "Vendor's ledger key",
      origin: "stated",
      hint: "Of an Exhibit bundle: as the vendor gave it to you by another route, such as a call or a contract. Exhibit then verifies the file.",
    },
    bundle: {
      type: "choice",
      label: "Verification",
      origin: "collected",
      choices: { verified: "Verified", consistent: "Not compared with a key", refused: "Refused" },
      hint: "Exhibit verifies a bundle within a minute. Only a verified one counts.",
    },
    bundleSays: { type: "text", label: "What verification found", origin: "collected" },
    bundleOf: { type: "text", label: "Verified file and key", origin: "collected" },
    bundleEndsOn: { type: "date", label: "Bundle is as of", origin: "collected" },
    covers: { type: "text", label: "Bundle covers", origin: "collected" },
    bundleItems: { type: "number", label: "Items in it", origin: "collected" },
    checkpoint: { type: "text", label: "Signed checkpoint", origin: "collected" },
    bundleKey: { type: "text", label: "Signed with", origin: "collected" },
  },
  derived: {
    counts: {
      label: "Counts for",
      hint: "A report counts for 365 days after its date or the end of its period.",
      of: ({ datedOn }, today) => {
        const left = typeof datedOn === "string" ? 365 - daysBetween(datedOn, today) : undefined;
        if (left === undefined) return undefined;
        return left < 0 ? "Too old" : left === 0 ? "Today" : left === 1 ? "1 more day" : `${left} more days`;
      },
      mark: (said) => (said === "Too old" ? "late" : Number.parseInt(said, 10) > 30 ? "good" : "soon"),
    },
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Replaced" },
  endReasons: ["Replaced by a newer report", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: contributors },
  confirms: [],
  confirmedForDays: 365,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "datedOn" },
  ],
  columns: ["vendorId", "kind", "datedOn", "counts", "report"],
  csv: ["title", "vendorId", "kind", "report", "periodStartsOn", "datedOn", "physical", "exceptions", "reviewerId"],
  checks: ["vendors.reviewed-within-year", "physical.hosting-assured"],
  documents: ["vendors.assurance-reports", "physical.hosting-report"],
};
