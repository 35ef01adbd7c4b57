import { day, exhibit, person } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

const rows = [
  ["osei", "references", 430],
  ["rossi", "references", 310],
  ["brandt", "identity", 85],
] as const;

/** Who was screened before their first day with access. */
export const screenings: SampleRegister = {
  register: "screenings",
  records: rows.map(([who, kind, daysAgo]): SampleRecord => ({
    key: who,
    fields: {
      kind,
      personId: person(who),
      completedOn: day(daysAgo),
      report: exhibit("Staff records: screenings, terms and training"),
      test:
        kind === "identity"
          ? "Passport and right to work were seen in person, and copied to the staff file."
          : "Two former employers were called. Both confirmed dates and duties.",
    },
  })),
};
