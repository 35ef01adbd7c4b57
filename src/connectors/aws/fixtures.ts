import type { CheckFixtures } from "../check.ts";
import { identityFixtures } from "./fixtures/identity.ts";
import { regionFixtures } from "./fixtures/regions.ts";
import { storageFixtures } from "./fixtures/storage.ts";

export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  ...identityFixtures,
  ...storageFixtures,
  ...regionFixtures,
};
