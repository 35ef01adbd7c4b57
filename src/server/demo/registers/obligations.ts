import { day, person, record } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  [
    "Confidentiality of clients",
    "professional",
    "ABA Model Rule 1.6",
    "Keep what clients entrust to us.",
    "katz",
    "XC-13",
  ],
  [
    "Competence with technology",
    "professional",
    "ABA Model Rule 1.1, comment 8",
    "Know the risks of our tools.",
    "okafor",
    "XC-06",
  ],
  [
    "Breach notice to people",
    "law",
    "State breach notice laws",
    "Tell people whose data was taken in time.",
    "okafor",
    "XC-21",
  ],
  [
    "Data of people in the EU",
    "law",
    "GDPR, articles 28 and 32",
    "Keep it safe, and bind whoever handles it.",
    "adeyemi",
    "XC-04",
  ],
] as const;

/** What law, the bar and clients ask of a firm like this. */
export const obligations: SampleRegister = {
  register: "obligations",
  records: [
    ...rows.map(([title, kind, source, duty, owner, control]): SampleRecord => ({
      key: title,
      fields: { title, kind, source, duty, ownerId: person(owner), controls: [control], reviewedOn: day(57) },
    })),
    {
      key: "docuvault",
      fields: {
        title: "Notice from Docuvault",
        kind: "contract",
        source: "Data terms of Docuvault",
        duty: "Pass on what Docuvault tells us to the clients whom it concerns.",
        ownerId: person("nair"),
        controls: ["XC-04"],
        contractId: record("contracts", "docuvault"),
        reviewedOn: day(57),
      },
    },
  ],
};
