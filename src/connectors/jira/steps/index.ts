import type { Step } from "../../connector.ts";
import { permissionSchemes } from "./permissions.ts";
import { administrators, auditLog, doneStatuses } from "./site.ts";
import { accessRequests, changes, leavers, vulnerabilities } from "./tickets.ts";

/** Statuses first: tickets are read with them. */
export const steps: readonly Step[] = [
  doneStatuses,
  permissionSchemes,
  administrators,
  auditLog,
  changes,
  accessRequests,
  leavers,
  vulnerabilities,
];
