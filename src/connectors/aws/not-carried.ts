import type { NotCarried } from "../carried.ts";

/** What passes all the same when it is changed, and why it may. */
export const notCarried: readonly NotCarried[] = [
  {
    check: "aws.iam.no-direct-admin",
    reason: "an ARN is a name: any other than AdministratorAccess is as good as this one",
    mutants: ["aws.user_policies:AIDAALICE.attached[0] invented"],
  },
  {
    check: "aws.s3.bucket-private",
    reason: "one lock is enough: what else would close the bucket does not matter, and nothing else is open",
    mutants: [
      "aws.s3_account_block:123456789012.block.restrictBuckets removed",
      "aws.s3_account_block:123456789012.block.restrictBuckets null",
      "aws.bucket:acme-files.block removed",
      "aws.bucket:acme-logs.block.ignoreAcls removed",
      "aws.bucket:acme-logs.block.ignoreAcls null",
    ],
  },
  {
    check: "aws.sg.admin-ports",
    reason: "null is every port, and the rule lets in one network whose owner is known, not the internet",
    mutants: ["aws.security_group:sg-1.rules[2].from null", "aws.security_group:sg-1.rules[2].to null"],
  },
  {
    check: "aws.kms.rotation",
    reason: "a key that rotates does, whoever manages it",
    mutants: ["aws.kms_key:key-1.manager removed", "aws.kms_key:key-1.manager invented"],
  },
  {
    check: "aws.logs.retention",
    reason: "null is AWS's word for logs that are kept for good",
    mutants: ["aws.log_group:/app.retentionDays null"],
  },
];
