import { cloudCredentials, cloudUsers } from "./sample-cloud-users.ts";
import type { SampleAccount } from "./sample-connector.ts";

const account = "calder-finch-production";
const buckets = ["client-files", "matter-archive", "audit-logs", "backups", "website-assets"];
const databases = ["client-portal", "billing", "intake"];

/** The cloud account that the sample reports are of. */
export const sampleAws: SampleAccount = {
  provider: "aws",
  account: { id: "412900000174", label: account, granted: undefined, facts: {} },
  scopes: [
    { name: "SecurityAudit", reads: "the settings of every service, without what is stored in them" },
    { name: "ViewOnlyAccess", reads: "names and tags of resources" },
  ],
  steps: [
    {
      id: "account-summary",
      kind: "aws.account_summary",
      title: "Users and their factors",
      checks: [
        {
          id: "aws.iam.user-mfa",
          wanted: "a second factor",
          type: "user",
          passing: ["m.okafor", "j.lindqvist", "t.silva"],
          gone: ["p.nair"],
          observed: "a hardware key",
          failing: { "d.reyes": "a console password and no second factor" },
        },
        {
          id: "aws.root.mfa",
          wanted: "a second factor",
          type: "account",
          passing: [account],
          observed: "a hardware key",
        },
        {
          id: "aws.iam.key-age",
          wanted: "at most 90 days",
          type: "access key",
          passing: ["deploy"],
          observed: "34 days old",
        },
        { id: "aws.root.no-keys", wanted: "no access key", type: "account", passing: [account], observed: "none" },
        {
          id: "aws.root.unused",
          wanted: "no use in 90 days",
          type: "account",
          passing: [account],
          observed: "last used 212 days ago",
        },
        {
          id: "aws.iam.bounded-policies",
          wanted: "no policy that allows everything",
          type: "policy",
          passing: ["deploy-portal", "read-audit-logs", "write-backups"],
          observed: "actions and resources are named",
        },
      ],
    },
    { id: "users", title: "Users", checks: [], ...cloudUsers },
    { id: "credential-report", title: "Report on their passwords and keys", checks: [], ...cloudCredentials },
    {
      id: "buckets",
      kind: "aws.bucket",
      title: "Storage",
      checks: [
        {
          id: "aws.s3.bucket-private",
          wanted: "no public access",
          type: "bucket",
          passing: buckets,
          observed: "public access is blocked",
          failing: { "intake-forms": "can be read by anyone" },
        },
        {
          id: "aws.s3.encrypted",
          wanted: "default encryption",
          type: "bucket",
          passing: [...buckets, "intake-forms"],
          observed: "SSE-KMS",
        },
        {
          id: "aws.s3.tls-only",
          wanted: "plain HTTP is refused",
          type: "bucket",
          passing: [...buckets, "intake-forms"],
          observed: "refused by the bucket's policy",
        },
      ],
    },
    {
      id: "databases",
      kind: "aws.db_instance",
      title: "Databases and keys",
      checks: [
        { id: "aws.rds.encrypted", wanted: "encrypted", type: "database", passing: databases, observed: "encrypted" },
        {
          id: "aws.rds.private",
          wanted: "not publicly reachable",
          type: "database",
          passing: databases,
          observed: "reached inside the network alone",
        },
        {
          id: "aws.rds.backups",
          wanted: "7 days of backups, the newest of the last day",
          type: "database",
          passing: databases,
          observed: "35 days, the newest of last night",
        },
        {
          id: "aws.kms.rotation",
          wanted: "rotated within 365 days",
          type: "key",
          passing: ["client-data", "backups", "audit-logs"],
          observed: "every 365 days",
        },
      ],
    },
    {
      id: "security-groups",
      kind: "aws.security_group",
      title: "Network",
      checks: [
        {
          id: "aws.sg.admin-ports",
          wanted: "ports 22 and 3389 closed to 0.0.0.0/0",
          type: "security group",
          passing: ["load-balancer", "application", "database", "vpn"],
          observed: "closed",
          failing: { "print-server": "port 22 is open to 0.0.0.0/0" },
        },
      ],
    },
    {
      id: "trails",
      kind: "aws.trail",
      title: "Audit log and alarms",
      checks: [
        {
          id: "aws.trail.multi-region",
          wanted: "a validated trail of all regions, and logging",
          type: "trail",
          passing: ["organization"],
          observed: "in all regions, validated, and logging",
        },
        {
          id: "aws.logs.retention",
          wanted: "at least 365 days",
          type: "log group",
          passing: ["/portal/access", "/portal/application", "/vpn"],
          observed: "400 days",
        },
        {
          id: "aws.guardduty.on",
          wanted: "on",
          type: "region",
          passing: ["us-east-1", "us-west-2"],
          observed: "on",
        },
      ],
    },
  ],
};
