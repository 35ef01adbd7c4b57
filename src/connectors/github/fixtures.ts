import type { CheckFixtures } from "../check.ts";
import { changeFixtures } from "./samples/changes.ts";
import { organizationFixtures } from "./samples/organization.ts";
import { repositoryFixtures } from "./samples/repositories.ts";

/** Test data of every check, by its id. */
export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  ...organizationFixtures,
  ...changeFixtures,
  ...repositoryFixtures,
};
