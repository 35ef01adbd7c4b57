import type { Step } from "../../connector.ts";
import { adminConsole } from "./admin-console.ts";
import { admins } from "./admins.ts";
import { assignments } from "./assignments.ts";
import { factors } from "./factors.ts";
import { policies } from "./policies.ts";
import { apiTokens, logStreams, support } from "./settings.ts";
import { users } from "./users.ts";

/** In this order: administrators, factors and assignments need the users. */
export const steps: readonly Step[] = [
  users,
  admins,
  policies,
  adminConsole,
  apiTokens,
  logStreams,
  support,
  assignments,
  factors,
];
