import type { Step } from "../../connector.ts";
import { actions } from "./actions.ts";
import { dependabotAlerts, secretAlerts } from "./alerts.ts";
import { branchRules } from "./branch-rules.ts";
import { codeScanning } from "./code-scanning.ts";
import { collaborators } from "./collaborators.ts";
import { members } from "./members.ts";
import { organization } from "./organization.ts";
import { pullRequests } from "./pull-requests.ts";
import { repositories } from "./repositories.ts";

/** In this order: members need the organization's rule, and most of the rest needs the repositories. */
export const steps: readonly Step[] = [
  organization,
  actions,
  members,
  repositories,
  collaborators,
  branchRules,
  dependabotAlerts,
  secretAlerts,
  codeScanning,
  pullRequests,
];
