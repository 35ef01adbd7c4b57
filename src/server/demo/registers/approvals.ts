import { day, person, system } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** Who may administer what, and who keeps keys. */
export const approvals: SampleRegister = {
  register: "approvals",
  records: [
    {
      key: "aws",
      fields: {
        subject: "Administrators of the cloud account",
        kind: "administrator",
        systemId: system("AWS (412900000174)"),
        peopleIds: [person("silva"), person("lindqvist")],
        reason: "Two people, so that no change rests on one.",
        expiresOn: day(-150),
      },
    },
    {
      key: "okta",
      fields: {
        subject: "Super administrators of Okta",
        kind: "administrator",
        systemId: system("Okta"),
        peopleIds: [person("lindqvist"), person("silva")],
        reason: "They add and remove accounts of everybody else.",
        expiresOn: day(-150),
      },
    },
    {
      key: "keys",
      fields: {
        subject: "Keys of stored client data",
        kind: "key-custodian",
        systemId: system("AWS (412900000174)"),
        peopleIds: [person("silva"), person("lindqvist")],
        reason: "Rotation needs both of them.",
        expiresOn: day(-150),
      },
    },
  ],
};
