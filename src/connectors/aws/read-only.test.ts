import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";
import { operations } from "./operations.ts";
import type { Operation } from "./operations.ts";
import { roleTemplate } from "./role-template.ts";
import { forbidden, optional, required } from "./scopes.ts";
import { steps } from "./steps/index.ts";

const all = Object.entries<Operation>(operations);

// The policy that the connector was designed for, and two more: whether anything is plugged into a network, and what trails record.
const allowed = new Set(
  Object.entries({
    iam: "GenerateCredentialReport GetCredentialReport GetAccountSummary GetAccountPasswordPolicy GetAccountAuthorizationDetails ListUsers ListAccessKeys ListAccountAliases",
    s3: "ListAllMyBuckets GetBucketLocation GetBucketPublicAccessBlock GetAccountPublicAccessBlock GetEncryptionConfiguration GetBucketPolicy GetBucketPolicyStatus GetBucketAcl",
    cloudtrail: "DescribeTrails GetTrailStatus GetEventSelectors",
    rds: "DescribeDBInstances",
    ec2: "DescribeRegions DescribeSecurityGroups DescribeVpcs DescribeFlowLogs DescribeVolumes GetEbsEncryptionByDefault DescribeNetworkInterfaces",
    guardduty: "ListDetectors GetDetector",
    config: "DescribeConfigurationRecorders DescribeConfigurationRecorderStatus",
    kms: "ListKeys DescribeKey GetKeyRotationStatus",
    dynamodb: "ListTables DescribeContinuousBackups",
    logs: "DescribeLogGroups",
    account: "GetAlternateContact",
  }).flatMap(([service, names]) => names.split(" ").map((name) => `${service}:${name}`)),
);

test("every operation reads, by its name and by the permission that it takes", () => {
  const reads = /^(Get|List|Describe|Lookup)[A-Z]|^GenerateCredentialReport$/;
  expect(all.map(([name]) => name).filter((name) => !reads.test(name))).toEqual([]);
  const permissions = all.flatMap(([, { permission }]) => permission ?? []);
  expect(permissions.filter((permission) => !allowed.has(permission))).toEqual([]);
  expect(permissions.filter((permission) => forbidden.some((pattern) => pattern.test(permission)))).toEqual([]);
});

test("what is asked for at linking is exactly what is used", () => {
  const scopes = [...required, ...optional].map(({ name }) => name);
  const permissions = all.flatMap(([, { permission }]) => permission ?? []);
  expect(scopes.toSorted()).toEqual([...new Set(permissions)].toSorted());
  const ofSteps = new Set(steps.flatMap((step) => step.scopes));
  expect(required.map(({ name }) => name).filter((name) => !ofSteps.has(name))).toEqual([]);
});

test.each(["*", "iam:*", "s3:PutBucketPolicy", "ec2:*", "kms:Decrypt", "sts:AssumeRole", "policy/AdministratorAccess"])(
  "%s is more than reading",
  (grant) => {
    expect(forbidden.some((pattern) => pattern.test(grant))).toBe(true);
  },
);

test("the role's template grants what is asked and nothing else, and is the one that the dialog offers", () => {
  const actions = [...roleTemplate.matchAll(/^ {18}- (\S+)$/gm)].map(([, action]) => action);
  expect(actions).toEqual([...required, ...optional].map(({ name }) => name));
  expect(readFileSync("src/web/public/exhibit-aws-role.yaml", "utf8")).toBe(roleTemplate);
});

test("every host is AWS's own", () => {
  const typed = { roleArn: "arn:aws:iam::123456789012:role/ExhibitReader" };
  for (const [name, { origin }] of Object.entries(endpoints)) {
    const url = new URL(typeof origin === "string" ? origin : origin(typed));
    expect([name, url.protocol, url.host]).toEqual([
      name,
      "https:",
      expect.stringMatching(/^[a-z0-9-]+(\.[a-z0-9-]+){0,2}\.amazonaws\.com(\.cn)?$/),
    ]);
  }
});

test.each([
  ["arn:aws:iam::123456789012:role/R", "iam.amazonaws.com", "123456789012.s3-control.us-east-1.amazonaws.com"],
  [
    "arn:aws-us-gov:iam::123456789012:role/R",
    "iam.us-gov.amazonaws.com",
    "123456789012.s3-control.us-gov-west-1.amazonaws.com",
  ],
  [
    "arn:aws-cn:iam::123456789012:role/R",
    "iam.cn-north-1.amazonaws.com.cn",
    "123456789012.s3-control.cn-north-1.amazonaws.com.cn",
  ],
])("hosts of what is global follow the partition of %s", (roleArn, iam, control) => {
  const hosts = ["iam", "s3control"].map((name) => {
    const endpoint = endpoints[name]!;
    const host = new URL((endpoint.origin as (typed: object) => string)({ roleArn })).host;
    expect((endpoint as { host: RegExp }).host.test(host)).toBe(true);
    return host;
  });
  expect(hosts).toEqual([iam, control]);
});
