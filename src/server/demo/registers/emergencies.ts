import { day, exhibit, moment, person, system } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** The one time that the emergency account was used, reviewed the day after. No change was made in haste. */
export const emergencies: SampleRegister = {
  register: "emergencies",
  records: [
    {
      key: "root",
      fields: {
        title: "Sign-in with the emergency account of the cloud",
        kind: "account",
        systemId: system("AWS (412900000174)"),
        byId: person("silva"),
        reason: "Yearly check that its sealed password and key still open the account.",
        startedAt: moment(26, "10:00"),
        endedAt: moment(26, "10:20"),
        reviewedOn: day(25),
        review: exhibit("Assessment report, Strand Audit"),
      },
    },
  ],
};
