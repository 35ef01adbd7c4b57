import type { ConnectorCheck } from "../../check.ts";
import { accessApproved, changeFields, changesApproved } from "./changes.ts";
import { leaversOnTime, vulnerabilitiesOnTime } from "./deadlines.ts";
import { administratorCount, auditFlowing, notAnonymous } from "./settings.ts";

export const checks: readonly ConnectorCheck[] = [
  changesApproved,
  changeFields,
  accessApproved,
  leaversOnTime,
  vulnerabilitiesOnTime,
  notAnonymous,
  administratorCount,
  auditFlowing,
];
