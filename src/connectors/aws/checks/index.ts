import type { ConnectorCheck } from "../../check.ts";
import { passwordPolicy, rootKeys, rootMfa, securityContact } from "./account.ts";
import { accountBlock, bucketEncrypted, bucketPrivate, tlsOnly } from "./buckets.ts";
import { keyAge, rootUnused, unused, userMfa } from "./credentials.ts";
import { databaseBackups, databasesEncrypted, databasesPrivate, keyRotation, tableRecovery } from "./data-stores.ts";
import { adminPorts, defaultEncryption, flowLogs } from "./networks.ts";
import { boundedPolicies, directAdmin } from "./policies.ts";
import { multiRegion, validated } from "./trails.ts";
import { logRetention, recording, threatDetection } from "./watching.ts";

export const checks: readonly ConnectorCheck[] = [
  rootMfa,
  rootKeys,
  rootUnused,
  userMfa,
  passwordPolicy,
  keyAge,
  unused,
  directAdmin,
  boundedPolicies,
  multiRegion,
  validated,
  accountBlock,
  bucketPrivate,
  bucketEncrypted,
  tlsOnly,
  databasesEncrypted,
  databaseBackups,
  databasesPrivate,
  adminPorts,
  defaultEncryption,
  flowLogs,
  threatDetection,
  recording,
  keyRotation,
  tableRecovery,
  logRetention,
  securityContact,
];
