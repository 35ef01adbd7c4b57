import type { Service } from "./endpoints.ts";

/** An operation of AWS that reads. What is not in `operations` cannot be asked. */
export interface Operation {
  readonly service: Service;
  /** What IAM calls the permission to ask it; undefined where everybody may. */
  readonly permission: string | undefined;
  readonly how:
    | { readonly protocol: "query"; readonly version: string }
    | { readonly protocol: "json"; readonly target: string; readonly version: "1.0" | "1.1" }
    // With `root`, the name of its outermost element, the answer is XML, otherwise JSON.
    | { readonly protocol: "rest"; readonly method: "GET" | "POST"; readonly path: string; readonly root?: string };
}

type Named<Name extends string> = Readonly<Record<Name, Operation>>;

function query<Name extends string>(service: Service, version: string, ...names: readonly Name[]): Named<Name> {
  return named(names, (name) => ({ service, permission: `${service}:${name}`, how: { protocol: "query", version } }));
}

function json<Name extends string>(
  service: Service,
  target: string,
  version: "1.0" | "1.1",
  ...names: readonly Name[]
): Named<Name> {
  return named(names, (name) => ({
    service,
    permission: `${service}:${name}`,
    how: { protocol: "json", target: `${target}.${name}`, version },
  }));
}

function named<Name extends string>(names: readonly Name[], make: (name: Name) => Operation): Named<Name> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Operation>;
}

const bucket = (permission: string, what: string, root?: string): Operation =>
  rest("s3", `s3:${permission}`, "GET", `/{bucket}?${what}`, root);

function rest(service: Service, permission: string, method: "GET" | "POST", path: string, root?: string): Operation {
  return { service, permission, how: { protocol: "rest", method, path, ...(root ? { root } : {}) } };
}

/** Every operation that this connector asks, by AWS's name for it. */
export const operations = {
  GetCallerIdentity: { service: "sts", permission: undefined, how: { protocol: "query", version: "2011-06-15" } },
  ...query(
    "iam",
    "2010-05-08",
    "GetAccountSummary",
    "GetAccountPasswordPolicy",
    "GenerateCredentialReport",
    "GetCredentialReport",
    "GetAccountAuthorizationDetails",
    "ListUsers",
    "ListAccessKeys",
    "ListAccountAliases",
  ),
  ...query("rds", "2014-10-31", "DescribeDBInstances"),
  ...query(
    "ec2",
    "2016-11-15",
    "DescribeRegions",
    "DescribeSecurityGroups",
    "DescribeVpcs",
    "DescribeFlowLogs",
    "DescribeVolumes",
    "DescribeNetworkInterfaces",
    "GetEbsEncryptionByDefault",
  ),
  ...json("cloudtrail", "CloudTrail_20131101", "1.1", "DescribeTrails", "GetTrailStatus", "GetEventSelectors"),
  ...json(
    "config",
    "StarlingDoveService",
    "1.1",
    "DescribeConfigurationRecorders",
    "DescribeConfigurationRecorderStatus",
  ),
  ...json("kms", "TrentService", "1.1", "ListKeys", "DescribeKey", "GetKeyRotationStatus"),
  ...json("dynamodb", "DynamoDB_20120810", "1.0", "ListTables", "DescribeContinuousBackups"),
  ...json("logs", "Logs_20140328", "1.1", "DescribeLogGroups"),
  ListDetectors: rest("guardduty", "guardduty:ListDetectors", "GET", "/detector"),
  GetDetector: rest("guardduty", "guardduty:GetDetector", "GET", "/detector/{detector}"),
  GetAlternateContact: rest("account", "account:GetAlternateContact", "POST", "/getAlternateContact"),
  // S3's permissions are not named like its operations.
  GetPublicAccessBlock: rest(
    "s3control",
    "s3:GetAccountPublicAccessBlock",
    "GET",
    "/v20180820/configuration/publicAccessBlock",
    "PublicAccessBlockConfiguration",
  ),
  ListBuckets: rest("s3", "s3:ListAllMyBuckets", "GET", "/", "ListAllMyBucketsResult"),
  GetBucketLocation: bucket("GetBucketLocation", "location", "LocationConstraint"),
  GetBucketPublicAccessBlock: bucket(
    "GetBucketPublicAccessBlock",
    "publicAccessBlock",
    "PublicAccessBlockConfiguration",
  ),
  GetBucketEncryption: bucket("GetEncryptionConfiguration", "encryption", "ServerSideEncryptionConfiguration"),
  GetBucketPolicyStatus: bucket("GetBucketPolicyStatus", "policyStatus", "PolicyStatus"),
  GetBucketPolicy: bucket("GetBucketPolicy", "policy"),
  GetBucketAcl: bucket("GetBucketAcl", "acl", "AccessControlPolicy"),
} satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;
