import { people } from "./people.ts";
import { day, exhibit, person } from "./sample-register.ts";
import type { SampleRecord, SampleRegister } from "./sample-register.ts";

/** How long ago each of the staff began to work here. */
const started = people.records.flatMap(({ key, fields: { startsAt }, ended }) =>
  ended === undefined && typeof startsAt === "object" && "moment" in startsAt
    ? [[key, startsAt.moment[0]] as const]
    : [],
);

/** What everybody signed on paper on their first day: confidentiality and conduct, in one document. */
export const signedTerms: SampleRegister = {
  register: "signed-terms",
  records: started.map(([who, daysAgo]): SampleRecord => ({
    key: who,
    fields: {
      terms: "both",
      personId: person(who),
      kind: "signed",
      signedOn: day(daysAgo),
      file: exhibit("Staff records: screenings, terms and training"),
    },
  })),
};
