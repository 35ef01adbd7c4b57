import { day, exhibit, person } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

const answered = exhibit("Letters of Hollis & Grey");

/** Who asked what the firm keeps about them: answered within three weeks. */
export const privacyRequests: SampleRegister = {
  register: "privacy-requests",
  records: [
    {
      key: "access",
      fields: {
        kind: "access",
        person: "A former client",
        law: "gdpr",
        receivedOn: day(88),
        request: answered,
        ownerId: person("nair"),
        closedOn: day(69),
        answer: answered,
      },
    },
  ],
};
