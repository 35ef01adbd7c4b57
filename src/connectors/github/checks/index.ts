import type { ConnectorCheck } from "../../check.ts";
import { alertChecks } from "./alerts.ts";
import { branchChecks } from "./branches.ts";
import { organizationChecks } from "./organization.ts";
import { peopleChecks } from "./people.ts";
import { pullRequestChecks } from "./pull-requests.ts";
import { repositoryChecks } from "./repositories.ts";

export const checks: readonly ConnectorCheck[] = [
  ...organizationChecks,
  ...peopleChecks,
  ...branchChecks,
  ...pullRequestChecks,
  ...repositoryChecks,
  ...alertChecks,
];
