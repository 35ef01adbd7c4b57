import { day, exhibit, person, record } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** What must not be deleted while a dispute is open. */
export const legalHolds: SampleRegister = {
  register: "legal-holds",
  records: [
    {
      key: "2026-014",
      fields: {
        title: "Cargo dispute of spring 2026",
        matterIds: [record("client-matters", "2026-014")],
        custodianIds: [person("katz"), person("osei")],
        startsOn: day(200),
        notice: exhibit("Letters of Hollis & Grey"),
      },
    },
  ],
};
