import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import { canRotate } from "../steps/keys.ts";

type Database = Data<"aws.db_instance">;
const databases = { version: 1, steps: ["databases", "region-use", "regions"], severity: "high" } as const;
const notSaid = ["unknown", "AWS does not say"] as const;
const LEAST_DAYS = 7;

export const databasesEncrypted: ConnectorCheck = {
  ...databases,
  id: "aws.rds.encrypted",
  title: "Databases are encrypted at rest",
  hint: "Restore from an encrypted snapshot copy.",
  serves: ["encryption.at-rest"],
  judge: (facts) =>
    eachItem<Database>(facts, "aws.db_instance", "encryption at rest", ({ encrypted }) =>
      encrypted === null ? notSaid : encrypted ? ["pass", "encrypted"] : ["fail", "not encrypted"],
    ),
};

export const databaseBackups: ConnectorCheck = {
  ...databases,
  id: "aws.rds.backups",
  title: "Databases keep backups for at least 7 days",
  hint: "Raise the backup retention period.",
  serves: ["backup.recent"],
  judge: (facts) =>
    eachItem<Database>(facts, "aws.db_instance", "at least 7 days of backups", ({ backupDays, replica }) => {
      if (replica) return ["not applicable", "a replica: its source is backed up"];
      if (backupDays === null) return notSaid;
      return [backupDays >= LEAST_DAYS ? "pass" : "fail", `${backupDays} days of backups`];
    }),
};

export const databasesPrivate: ConnectorCheck = {
  ...databases,
  id: "aws.rds.private",
  title: "Databases are not publicly reachable",
  hint: "Turn off public accessibility.",
  serves: ["confidentiality.data-stores-private"],
  judge: (facts) =>
    eachItem<Database>(facts, "aws.db_instance", "no public address", ({ public: open }) =>
      open === null ? notSaid : open ? ["fail", "has a public address"] : ["pass", "no public address"],
    ),
};

export const tableRecovery: ConnectorCheck = {
  id: "aws.dynamodb.pitr",
  version: 1,
  title: "Tables have point-in-time recovery",
  severity: "medium",
  hint: "Enable point-in-time recovery.",
  serves: ["backup.recent"],
  steps: ["tables", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.table">>(facts, "aws.table", "point-in-time recovery", ({ recovery }) => {
      if (recovery === null) return notSaid;
      return recovery === "ENABLED" ? ["pass", "recovery is on"] : ["fail", `recovery is ${recovery.toLowerCase()}`];
    }),
};

export const keyRotation: ConnectorCheck = {
  id: "aws.kms.rotation",
  version: 1,
  title: "Customer-managed keys rotate",
  severity: "medium",
  hint: "Enable automatic rotation.",
  serves: ["encryption.key-rotation"],
  steps: ["encryption-keys", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.kms_key">>(facts, "aws.kms_key", "automatic rotation", (key) => {
      if (key.manager === "" || key.spec === "" || key.state === "") return notSaid;
      if (key.manager === "AWS") return ["pass", "AWS rotates it"];
      if (!canRotate(key)) return ["not applicable", whyNot(key)];
      if (key.rotates === null) return notSaid;
      return key.rotates ? ["pass", "it rotates"] : ["fail", "it does not rotate"];
    }),
};

function whyNot({ state, spec, origin }: Data<"aws.kms_key">): string {
  if (state !== "Enabled") return `the key is not in use (${state})`;
  return spec === "SYMMETRIC_DEFAULT" ? `AWS cannot rotate keys from ${origin}` : `AWS cannot rotate ${spec} keys`;
}
