import { day, person } from "./sample-register.ts";
import type { SampleRegister } from "./sample-register.ts";

/** Duties, each with who holds it. */
export const roles: SampleRegister = {
  register: "roles",
  records: [
    {
      key: "security-owner",
      fields: {
        duty: "security-owner",
        holderId: person("lindqvist"),
        deputyId: person("silva"),
        description: "Runs the security program and reports to the managing partner every quarter.",
        since: day(900),
      },
    },
    {
      key: "privacy-owner",
      fields: {
        duty: "privacy-owner",
        holderId: person("adeyemi"),
        deputyId: person("nair"),
        description: "Answers privacy requests, and keeps the list of processing.",
        since: day(700),
      },
    },
    {
      key: "incident-lead",
      fields: {
        duty: "incident-lead",
        holderId: person("lindqvist"),
        deputyId: person("okafor"),
        description: "Leads every incident, and decides on notice together with counsel.",
        since: day(900),
      },
    },
    {
      key: "it-administrator",
      fields: {
        duty: "it-administrator",
        holderId: person("silva"),
        deputyId: person("lindqvist"),
        description: "Administers the cloud account and laptops. Approves none of his own changes.",
        since: day(780),
      },
    },
  ],
};
