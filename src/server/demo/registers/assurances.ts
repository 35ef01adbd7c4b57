import { day, exhibit, person, record } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** What somebody read about vendors. Reports of the other two that host are still to come, so that nobody confirmed that it is complete. */
export const assurances: SampleRegister = {
  register: "assurances",
  unconfirmed: true,
  records: [
    {
      key: "docuvault",
      fields: {
        title: "SOC 2 Type 2 report of Docuvault",
        vendorId: record("vendors", "docuvault"),
        kind: "soc2",
        report: exhibit("Vendor assessment, Docuvault"),
        periodStartsOn: day(420),
        datedOn: day(60),
        physical: "yes",
        exceptions: "One, about a data center that is not used for us.",
        reviewerId: person("lindqvist"),
      },
    },
  ],
};
