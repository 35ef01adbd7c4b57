import { expect, test } from "vitest";
import { nothingBeside } from "#domain/registers/register.ts";
import type { Beside, RecordFields } from "#domain/registers/register.ts";
import { vendorPapers } from "./vendor-papers.ts";

const today = "2026-11-28";
const soc2 = { vendorId: "v", kind: "soc2", datedOn: "2026-03-31" };
const bundle = {
  vendorId: "v",
  kind: "bundle",
  datedOn: "2026-11-20",
  report: "EX-000001",
  issuerKey: "k",
  bundle: "verified",
  bundleOf: "EX-000001 k",
  bundleEndsOn: "2026-10-01",
};
const dpa = { vendorId: "v", kind: "dpa", securityDuties: "yes", noticeHours: 24 };
const beside = (records: Readonly<Record<string, readonly RecordFields[]>>): Beside => ({
  ...nothingBeside,
  records: (register) => records[register] ?? [],
});
const assurance = (fields: RecordFields, ...assurances: RecordFields[]) =>
  vendorPapers.assurance.of(fields, today, new Date(today), beside({ assurances }), "v");
const contract = (data: string[], ...contracts: RecordFields[]) =>
  vendorPapers.contract.of({ data }, today, new Date(today), beside({ contracts }), "v");

test.each<[string, string | undefined, string]>([
  [
    "the newest report and its last day",
    assurance({ rating: "high" }, soc2, { ...soc2, kind: "pci", datedOn: "2025-12-01" }),
    "SOC 2, until March 31, 2027",
  ],
  [
    "one on its last day",
    assurance({ rating: "high" }, { ...soc2, datedOn: "2025-11-28" }),
    "SOC 2, until November 28, 2026",
  ],
  ["one that is too old", assurance({ rating: "high" }, { ...soc2, datedOn: "2025-11-27" }), "SOC 2, too old"],
  ["one of a day to come", assurance({ rating: "high" }, { ...soc2, datedOn: "2026-11-29" }), "None on file"],
  ["another vendor's", assurance({ rating: "high" }, { ...soc2, vendorId: "w" }), "None on file"],
  ["none, where none is asked", assurance({ rating: "low" }), "Not needed"],
  [
    "a verified bundle, from its own day",
    assurance({ rating: "high" }, bundle),
    "Exhibit bundle, verified, until October 1, 2027",
  ],
  [
    "a bundle verified with another key",
    assurance({ rating: "high" }, { ...bundle, issuerKey: "other" }),
    "None on file",
  ],
  ["a refused bundle", assurance({ rating: "high" }, { ...bundle, bundle: "refused" }), "None on file"],
  ["a contract", contract(["client"], dpa), "Signed"],
  ["one without notice", contract(["client"], { ...dpa, noticeHours: undefined } as never), "No breach notice"],
  ["one without duties", contract(["client"], { ...dpa, securityDuties: "no" }), "No security duties"],
  ["one that ended", contract(["client"], { ...dpa, endsOn: "2026-11-27" }), "None on file"],
  ["one of confidentiality alone", contract(["personal"], { ...dpa, kind: "nda" }), "None on file"],
  ["health data under another agreement", contract(["health"], dpa), "No business associate agreement"],
  ["health data under the agreement that it asks for", contract(["health"], { ...dpa, kind: "baa" }), "Signed"],
  ["no contract, where none is asked", contract(["public"]), "Not needed"],
])("the vendors' list says %s", (_, said, words) => expect(said).toBe(words));
