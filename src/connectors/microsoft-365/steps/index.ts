import type { Step } from "../../connector.ts";
import { applications, audits, devices, risks } from "./estate.ts";
import { registrations, roles, users } from "./people.ts";
import { authorization, policies } from "./policies.ts";

/** What a run reads, in this order. */
export const steps: readonly Step[] = [
  policies,
  users,
  registrations,
  roles,
  authorization,
  applications,
  risks,
  devices,
  audits,
];
