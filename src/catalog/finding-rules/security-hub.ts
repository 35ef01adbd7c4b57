import type { ToolChecks } from "./types.ts";

/**
 * Controls of the AWS Foundational Security Best Practices that look at the account and are answered in every region,
 * whatever it holds. Where all of them are in a file, the standard was on and the file is no part of an answer.
 */
export const securityHubWholeScan: readonly string[] = [
  "Account.1",
  "CloudTrail.1",
  "Config.1",
  "EC2.7",
  "GuardDuty.1",
  "IAM.4",
  "IAM.9",
  "S3.1",
];

/**
 * Security Hub's controls by the check they stand behind, as AWS describes them. A control is here only when its failure
 * contradicts the check's own predicate.
 */
export const securityHubRules: readonly ToolChecks[] = [
  { check: "auth.cloud-mfa", rules: ["IAM.9"], resourceRules: ["IAM.5", "IAM.19"] },
  { check: "auth.keys-rotated", rules: ["IAM.4"], resourceRules: ["IAM.3"] },
  { check: "accounts.inactive-disabled", rules: [], resourceRules: ["IAM.8", "IAM.22"] },
  { check: "privilege.no-wildcards", rules: [], resourceRules: ["IAM.1"] },
  {
    check: "encryption.at-rest",
    rules: ["EC2.7"],
    resourceRules: [
      "Backup.1",
      "DocumentDB.1",
      "DynamoDB.3",
      "EC2.3",
      "EFS.1",
      "ES.1",
      "ElastiCache.4",
      "Kinesis.1",
      "Neptune.1",
      "Opensearch.1",
      "RDS.3",
      "RDS.4",
      "RDS.27",
      "Redshift.10",
      "SQS.1",
      "WorkSpaces.1",
      "WorkSpaces.2",
    ],
  },
  {
    check: "encryption.in-transit",
    rules: [],
    resourceRules: [
      "CloudFront.3",
      "CloudFront.9",
      "CloudFront.10",
      "DMS.9",
      "ELB.1",
      "ELB.3",
      "ELB.8",
      "ES.8",
      "ElastiCache.5",
      "MSK.1",
      "Opensearch.8",
      "Redshift.2",
      "S3.5",
    ],
  },
  { check: "encryption.key-rotation", rules: [], resourceRules: ["KMS.3", "KMS.4"] },
  { check: "encryption.key-access", rules: [], resourceRules: ["KMS.1", "KMS.2", "KMS.5"] },
  { check: "encryption.certificates", rules: [], resourceRules: ["ACM.1", "IAM.26"] },
  {
    check: "confidentiality.no-public-storage",
    rules: ["S3.1"],
    resourceRules: ["DocumentDB.3", "EC2.1", "Neptune.3", "RDS.1", "S3.2", "S3.3", "S3.8", "S3.19", "SSM.4"],
  },
  {
    check: "confidentiality.data-stores-private",
    rules: [],
    resourceRules: ["DMS.1", "EMR.1", "ES.2", "Opensearch.2", "RDS.2", "Redshift.1"],
  },
  {
    check: "network.no-open-admin-ports",
    rules: [],
    resourceRules: ["EC2.13", "EC2.14", "EC2.19", "EC2.53", "EC2.54"],
  },
  { check: "network.default-deny", rules: [], resourceRules: ["EC2.2"] },
  { check: "config.defaults-removed", rules: [], resourceRules: ["RDS.24", "RDS.25", "Redshift.8"] },
  {
    check: "vulns.patched",
    rules: [],
    resourceRules: ["ECS.10", "EKS.2", "ElastiCache.2", "Lambda.2", "RDS.13", "Redshift.6", "SSM.1", "SSM.2", "SSM.3"],
  },
  { check: "logging.cloud-audit-on", rules: ["CloudTrail.1"], resourceRules: ["CloudTrail.4", "EC2.6"] },
  { check: "logging.kept-a-year", rules: [], resourceRules: ["CloudWatch.16"] },
  { check: "logging.protected", rules: [], resourceRules: ["CloudTrail.2", "CloudTrail.6", "CloudTrail.7"] },
  { check: "monitoring.threat-detection", rules: ["GuardDuty.1"] },
  {
    check: "backup.recent",
    rules: [],
    resourceRules: ["DocumentDB.2", "DynamoDB.2", "EFS.2", "ElastiCache.1", "Neptune.5", "RDS.11", "Redshift.3"],
  },
  { check: "continuity.redundant", rules: [], resourceRules: ["AutoScaling.2", "ELB.10", "ELB.13", "RDS.5", "RDS.15"] },
];
