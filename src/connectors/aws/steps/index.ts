import type { Step } from "../../connector.ts";
import { accountSummary, passwordPolicy, securityContact } from "./account.ts";
import { accountBlock, buckets } from "./buckets.ts";
import { credentials } from "./credentials.ts";
import { databases, tables } from "./databases.ts";
import { encryptionKeys } from "./keys.ts";
import { networks, regionSettings, securityGroups } from "./networks.ts";
import { policies } from "./policies.ts";
import { regions, regionUse } from "./regions.ts";
import { trails } from "./trails.ts";
import { accessKeys, userPolicies, users } from "./users.ts";
import { configuration, logGroups, threatDetection } from "./watching.ts";

/** What is global first, then region by region. */
export const steps: readonly Step[] = [
  accountSummary,
  passwordPolicy,
  users,
  credentials,
  accessKeys,
  userPolicies,
  policies,
  securityContact,
  trails,
  accountBlock,
  buckets,
  regions,
  regionUse,
  regionSettings,
  securityGroups,
  networks,
  databases,
  tables,
  encryptionKeys,
  threatDetection,
  configuration,
  logGroups,
];
