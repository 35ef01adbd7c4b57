import type { Step } from "../../connector.ts";
import { administrators } from "./administrators.ts";
import { applications, audits, devices, risks } from "./estate.ts";
import { registrations, users } from "./people.ts";
import { authorization, consentPolicies, policies } from "./policies.ts";

/** What a run reads, in this order. */
export const steps: readonly Step[] = [
  policies,
  users,
  registrations,
  administrators,
  authorization,
  consentPolicies,
  applications,
  risks,
  devices,
  audits,
];
