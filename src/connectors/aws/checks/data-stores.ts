import type { Reading } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";

const databases = { version: 2, steps: ["databases", "region-use", "regions"], severity: "high" } as const;
const LEAST_DAYS = 7;

export const databasesEncrypted: ConnectorCheck = {
  ...databases,
  id: "aws.rds.encrypted",
  title: "Databases are encrypted at rest",
  hint: "Restore from an encrypted snapshot copy.",
  answers: ["encryption.at-rest/databases"],
  judge: (facts) =>
    observeEach(facts, "aws.db_instance", ({ resource, data }) => {
      const encrypted = data.at("encrypted").flag();
      return observed(resource, encrypted.is(true), {
        observed: encrypted.say((is) => (is ? "encrypted" : "not encrypted")),
        wanted: "encryption at rest",
      });
    }),
};

export const databaseBackups: ConnectorCheck = {
  ...databases,
  id: "aws.rds.backups",
  title: "Databases keep backups for at least 7 days, the newest of the last day",
  hint: "Raise the backup retention period, and see why the last backup is older than a day.",
  answers: ["backup.recent/databases"],
  judge: (facts) =>
    observeEach(facts, "aws.db_instance", ({ resource, data }) => {
      const days = () => data.at("backupDays").number();
      const restorable = () => data.at("restorable").flag();
      const truth = () =>
        days()
          .atLeast(LEAST_DAYS)
          .andThen(() => restorable().is(true));
      return observedWhere(data.at("replica").flag().is(false), resource, truth, {
        observed: () => `${days().say((kept) => `${kept} days of backups`)}, ${restorable().say(newest)}`,
        wanted: "at least 7 days of backups, the newest of the last day",
        otherwise: "a replica: its source is backed up",
      });
    }),
};

const newest = (is: boolean): string => (is ? "the newest of the last day" : "none of the last day");

export const databasesPrivate: ConnectorCheck = {
  ...databases,
  id: "aws.rds.private",
  title: "Databases are not publicly reachable",
  hint: "Turn off public accessibility.",
  answers: ["confidentiality.data-stores-private/databases"],
  judge: (facts) =>
    observeEach(facts, "aws.db_instance", ({ resource, data }) => {
      const open = data.at("public").flag();
      return observed(resource, open.is(false), {
        observed: open.say((is) => (is ? "has a public address" : "no public address")),
        wanted: "no public address",
      });
    }),
};

const RECOVERY = { ENABLED: true, DISABLED: false } as const;

export const tableRecovery: ConnectorCheck = {
  id: "aws.dynamodb.pitr",
  version: 2,
  title: "Tables have point-in-time recovery",
  severity: "medium",
  hint: "Enable point-in-time recovery.",
  answers: ["backup.recent/databases"],
  steps: ["tables", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.table", ({ resource, data }) => {
      const recovery = data.at("recovery").oneOf(RECOVERY);
      const restorable = () => data.at("restorable").flag();
      return observed(
        resource,
        recovery.is(true).andThen(() => restorable().is(true)),
        {
          observed: recovery.say((on) => (on ? `recovery is on, ${restorable().say(newest)}` : "recovery is off")),
          wanted: "point-in-time recovery",
        },
      );
    }),
};

const LONGEST = 365;
const MANAGERS = { AWS: "AWS", CUSTOMER: "the company" } as const;
/** AWS turns symmetric keys alone by itself, and only those that it made. */
const SPECS = {
  SYMMETRIC_DEFAULT: true,
  RSA_2048: false,
  RSA_3072: false,
  RSA_4096: false,
  ECC_NIST_P256: false,
  ECC_NIST_P384: false,
  ECC_NIST_P521: false,
  ECC_SECG_P256K1: false,
  ECC_NIST_EDWARDS25519: false,
  HMAC_224: false,
  HMAC_256: false,
  HMAC_384: false,
  HMAC_512: false,
  SM2: false,
  ML_DSA_44: false,
  ML_DSA_65: false,
  ML_DSA_87: false,
} as const;
const ORIGINS = { AWS_KMS: true, EXTERNAL: false, AWS_CLOUDHSM: false, EXTERNAL_KEY_STORE: false } as const;
const STATES = {
  Enabled: true,
  Disabled: false,
  PendingDeletion: false,
  PendingImport: false,
  PendingReplicaDeletion: false,
  Unavailable: false,
  Creating: false,
  Updating: false,
} as const;

export const keyRotation: ConnectorCheck = {
  id: "aws.kms.rotation",
  version: 2,
  title: "Customer-managed keys rotate",
  severity: "medium",
  hint: "Enable automatic rotation, every 365 days or sooner.",
  answers: ["encryption.key-rotation/keys"],
  steps: ["encryption-keys", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.kms_key", ({ resource, data }) => {
      const byAws = data.at("manager").oneOf(MANAGERS).is("AWS");
      const rotates = () => data.at("rotates").flag();
      const days = () => data.at("rotationDays").number();
      const truth = () =>
        byAws.orElse(() =>
          rotates()
            .is(true)
            .andThen(() => days().atMost(LONGEST)),
        );
      return observedWhere(
        byAws.orElse(() => canRotate(data)),
        resource,
        truth,
        {
          observed: () =>
            byAws.say({
              yes: () => "AWS rotates it",
              no: () => rotates().say((does) => (does ? `it rotates, ${days().say(every)}` : "it does not rotate")),
              unknown: () => "AWS does not say who manages it",
            })(),
          wanted: "automatic rotation",
          otherwise: "AWS cannot rotate it, or it is not in use",
        },
      );
    }),
};

const every = (days: number): string => `every ${days} days`;

function canRotate(key: Reading): Truth {
  return key
    .at("spec")
    .oneOf(SPECS)
    .is(true)
    .andThen(() => key.at("origin").oneOf(ORIGINS).is(true))
    .andThen(() => key.at("state").oneOf(STATES).is(true));
}
