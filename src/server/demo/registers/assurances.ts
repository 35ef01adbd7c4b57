import { day, exhibit, person, record } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  ["docuvault", "SOC 2 Type 2 report of Docuvault", "soc2", "Vendor assessment, Docuvault", 60],
  ["aws", "SOC 2 Type 2 report of Amazon Web Services", "soc2", "Hosting assurance, AWS and Google", 70],
  ["google", "ISO 27001 certificate of Google Workspace", "iso27001", "Hosting assurance, AWS and Google", 110],
] as const;

/** What somebody read about vendors: of each that hosts, a report that covers its buildings. */
export const assurances: SampleRegister = {
  register: "assurances",
  records: rows.map(([vendor, title, kind, report, dated]): SampleRecord => ({
    key: vendor,
    fields: {
      title,
      vendorId: record("vendors", vendor),
      kind,
      report: exhibit(report),
      periodStartsOn: day(dated + 360),
      datedOn: day(dated),
      physical: "yes",
      exceptions: vendor === "docuvault" ? "One, about a data center that is not used for us." : "None",
      reviewerId: person("lindqvist"),
    },
  })),
};
