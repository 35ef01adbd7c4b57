import { person } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** Where people work. The security plan of the office is not written yet, so that nobody confirmed that it is complete. */
export const sites: SampleRegister = {
  register: "sites",
  unconfirmed: true,
  records: [
    {
      key: "office",
      fields: {
        name: "Office, Harbor Street",
        address: "14 Harbor Street, Portland, Maine",
        holds: "equipment",
        ownerId: person("nair"),
      },
    },
    {
      key: "room",
      fields: {
        name: "Meeting rooms, Exchange Street",
        address: "200 Exchange Street, Portland, Maine",
        holds: "none",
        ownerId: person("nair"),
      },
    },
  ],
};
