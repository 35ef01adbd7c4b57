import type { Scope } from "../connector.ts";

const scope = (name: string, reads: string): Scope => ({ name, reads });

/** IAM's names of what is asked. AWS's own policy SecurityAudit has all of them; the role's template has nothing else. */
export const required: readonly Scope[] = [
  scope("iam:GetAccountSummary", "whether the root user has a second factor and access keys"),
  scope("iam:GetAccountPasswordPolicy", "the password policy"),
  scope("iam:GenerateCredentialReport", "the credential report: AWS has to put it together first"),
  scope("iam:GetCredentialReport", "when passwords and access keys were made and last used"),
  scope("iam:GetAccountAuthorizationDetails", "how far policies go, which ones users have, and which our own role has"),
  scope("iam:ListUsers", "the names of users"),
  scope("iam:ListAccessKeys", "the age of access keys, never the keys"),
  scope("s3:ListAllMyBuckets", "the names of buckets"),
  scope("s3:GetBucketLocation", "the region of a bucket"),
  scope("s3:GetAccountPublicAccessBlock", "whether the account blocks public access to its buckets"),
  scope("s3:GetBucketPublicAccessBlock", "whether a bucket blocks public access"),
  scope("s3:GetBucketPolicyStatus", "whether a bucket's policy makes it public"),
  scope("s3:GetBucketPolicy", "whether a bucket's policy refuses plain HTTP"),
  scope("s3:GetBucketAcl", "whether a bucket's access list lets in strangers"),
  scope("s3:GetEncryptionConfiguration", "a bucket's default encryption"),
  scope("cloudtrail:DescribeTrails", "audit trails"),
  scope("cloudtrail:GetTrailStatus", "whether an audit trail is logging"),
  scope("cloudtrail:GetEventSelectors", "which events an audit trail records"),
  scope("ec2:DescribeRegions", "which regions are switched on"),
  scope("ec2:DescribeNetworkInterfaces", "whether a region or a network is in use"),
  scope("ec2:DescribeVolumes", "whether a region is in use"),
  scope("ec2:DescribeSecurityGroups", "which ports are open to the internet"),
  scope("ec2:DescribeVpcs", "networks"),
  scope("ec2:DescribeFlowLogs", "flow logs of networks"),
  scope("ec2:GetEbsEncryptionByDefault", "whether new volumes are encrypted"),
  scope("rds:DescribeDBInstances", "encryption, backups and reachability of databases, never their rows"),
  scope("dynamodb:ListTables", "the names of tables"),
  scope("dynamodb:DescribeContinuousBackups", "whether tables can be restored to a point in time"),
  scope("kms:ListKeys", "encryption keys by their id"),
  scope("kms:DescribeKey", "what kind of encryption key it is"),
  scope("kms:GetKeyRotationStatus", "whether an encryption key rotates"),
  scope("guardduty:ListDetectors", "detectors of GuardDuty"),
  scope("guardduty:GetDetector", "whether GuardDuty is on"),
  scope("config:DescribeConfigurationRecorders", "recorders of AWS Config"),
  scope("config:DescribeConfigurationRecorderStatus", "whether AWS Config is recording"),
  scope("logs:DescribeLogGroups", "how long logs are kept, never what they say"),
  scope("account:GetAlternateContact", "whether a security contact is registered, never who it is"),
];

export const optional: readonly Scope[] = [scope("iam:ListAccountAliases", "the name of the account")];

/**
 * What our role may not hold: everything, a policy of AWS that lets it write, and each action whose verb is not one of
 * reading. `grantedTo` spells out in these words what the role holds.
 */
export const forbidden: readonly RegExp[] = [
  /^\*/,
  /^policy\//,
  /^[\w-]+:(?!(Get|List|Describe|Lookup|Search|View|BatchGet|Simulate)|Generate(CredentialReport|ServiceLastAccessedDetails)$)/i,
];
