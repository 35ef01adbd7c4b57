import { day, person, record, system } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** Who may administer what, who keeps keys, and which risks the partners accept. */
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
      key: "root",
      fields: {
        subject: "root user",
        kind: "emergency-account",
        systemId: system("AWS (412900000174)"),
        peopleIds: [person("silva"), person("lindqvist")],
        reason:
          "Opens the cloud account where nobody else can. Its password and key are in a sealed envelope in the safe.",
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
    {
      key: "appetite",
      fields: {
        subject: "What the partners accept without a plan",
        kind: "risk-appetite",
        score: 8,
        reason: "Decided by the partners when they went through the register.",
        expiresOn: day(-300),
      },
    },
    {
      key: "staff",
      fields: {
        subject: "Staff files in one system of another company",
        kind: "risk-acceptance",
        riskId: record("risks", "staff"),
        score: 6,
        reason: "Few files, few readers, and a contract with its vendor.",
        expiresOn: day(-300),
      },
    },
  ],
};
