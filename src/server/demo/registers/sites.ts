import { day, exhibit, person } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** Where people work, with the security plan of the office that has equipment. */
export const sites: SampleRegister = {
  register: "sites",
  records: [
    {
      key: "office",
      fields: {
        name: "Office, Harbor Street",
        address: "14 Harbor Street, Portland, Maine",
        holds: "equipment",
        ownerId: person("nair"),
        plan: exhibit("Physical security policy and office plan"),
        planDatedOn: day(52),
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
