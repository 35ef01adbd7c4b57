import {
  DescribeFlowLogsCommand,
  DescribeNetworkInterfacesCommand,
  DescribeRegionsCommand,
  DescribeSecurityGroupsCommand,
  DescribeVpcsCommand,
  EC2Client,
  GetEbsEncryptionByDefaultCommand,
} from "@aws-sdk/client-ec2";
import {
  GetAccountAuthorizationDetailsCommand,
  GetAccountPasswordPolicyCommand,
  GetAccountSummaryCommand,
  GetCredentialReportCommand,
  IAMClient,
  ListAccessKeysCommand,
  ListUsersCommand,
} from "@aws-sdk/client-iam";
import { GetBucketAclCommand, GetBucketPolicyCommand, ListBucketsCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPeer } from "#tests/support/peers/aws.ts";
import type { Run } from "#tests/support/peers/collect.ts";
import { runOnPeer } from "#tests/support/peers/way-to-peer.ts";
import { dayOf } from "./days.ts";
import { aws } from "./index.ts";

// AWS's own SDK is the second reader of the same answers. It speaks the three XML dialects; JSON needs no second reader.
describe("AWS's own SDK reads the same", () => {
  let peer: Awaited<ReturnType<typeof startPeer>>;
  let run: Run;
  let [iam, ec2, s3]: [IAMClient, EC2Client, S3Client] = [] as never;
  beforeAll(async () => {
    peer = await startPeer();
    run = await runOnPeer(aws, peer);
    const credentials = { accessKeyId: "AKIAOFTHETEST", secretAccessKey: "of-the-test" };
    const options = { region: "us-east-1", endpoint: peer.origin, credentials, maxAttempts: 1 };
    [iam, ec2, s3] = [
      new IAMClient(options),
      new EC2Client(options),
      new S3Client({ ...options, forcePathStyle: true }),
    ];
  });
  afterAll(async () => {
    for (const client of [iam, ec2, s3]) client?.destroy();
    await peer?.close();
  });
  const read = (kind: string) =>
    run.items
      .filter((item) => item.kind === kind)
      .map(({ subject, data }) => ({ id: subject.id, ...(data as object) }));

  test("users, keys and policies", async () => {
    const { Users = [] } = await iam.send(new ListUsersCommand({ MaxItems: 1000 }));
    expect(read("aws.user")).toEqual(
      Users.map((user) => ({ id: user.UserId, arn: user.Arn, name: user.UserName, createdOn: day(user.CreateDate) })),
    );
    const { AccessKeyMetadata = [] } = await iam.send(new ListAccessKeysCommand({ UserName: "ci-deploy" }));
    expect(AccessKeyMetadata.length).toBeGreaterThan(1);
    expect(read("aws.access_key")).toEqual(
      AccessKeyMetadata.map((key) => ({
        id: key.AccessKeyId,
        user: key.UserName,
        createdOn: day(key.CreateDate),
        active: key.Status === "Active",
      })),
    );
    const { UserDetailList = [] } = await iam.send(new GetAccountAuthorizationDetailsCommand({ Filter: ["User"] }));
    expect(read("aws.user_policies")).toEqual(
      UserDetailList.map((user) => ({
        id: user.UserId,
        name: user.UserName,
        attached: (user.AttachedManagedPolicies ?? []).map((policy) => policy.PolicyArn),
      })),
    );
  });

  test("the account's summary, password policy and credential report", async () => {
    const { SummaryMap = {} } = await iam.send(new GetAccountSummaryCommand());
    expect(read("aws.account_summary")).toMatchObject([
      {
        rootMfa: SummaryMap["AccountMFAEnabled"] === 1,
        rootKeys: SummaryMap["AccountAccessKeysPresent"],
        users: SummaryMap["Users"],
      },
    ]);
    const { PasswordPolicy: policy } = await iam.send(new GetAccountPasswordPolicyCommand());
    expect(read("aws.password_policy")).toMatchObject([
      {
        minimumLength: policy?.MinimumPasswordLength,
        symbols: policy?.RequireSymbols,
        numbers: policy?.RequireNumbers,
      },
    ]);
    const { Content, GeneratedTime } = await iam.send(new GetCredentialReportCommand());
    const rows = new TextDecoder().decode(Content).trim().split("\n").slice(1);
    const ours = run.items.filter(({ kind }) => kind === "aws.credentials");
    expect(ours.map(({ data }) => (data as { arn: string }).arn)).toEqual(rows.map((row) => row.split(",")[1]));
    expect(ours.map(({ observedAt }) => observedAt)).toEqual(rows.map(() => GeneratedTime!.toISOString()));
  });

  test("regions, networks and what is open", async () => {
    const { Regions = [] } = await ec2.send(new DescribeRegionsCommand({}));
    expect(read("aws.region").map(({ id }) => id)).toEqual(Regions.map((region) => region.RegionName));
    const { SecurityGroups = [] } = await ec2.send(new DescribeSecurityGroupsCommand({}));
    expect(read("aws.security_group")).toEqual(
      SecurityGroups.map((group) => ({
        id: group.GroupId,
        name: group.GroupName,
        region: "us-east-1",
        rules: (group.IpPermissions ?? []).map((rule) => ({
          protocol: rule.IpProtocol,
          from: rule.FromPort ?? null,
          to: rule.ToPort ?? null,
          cidrs: [
            ...(rule.IpRanges ?? []).map((range) => range.CidrIp),
            ...(rule.Ipv6Ranges ?? []).map((range) => range.CidrIpv6),
          ],
          prefixLists: (rule.PrefixListIds ?? []).map((list) => list.PrefixListId),
        })),
      })),
    );
    const { Vpcs = [] } = await ec2.send(new DescribeVpcsCommand({}));
    const { FlowLogs = [] } = await ec2.send(new DescribeFlowLogsCommand({}));
    const { NetworkInterfaces = [] } = await ec2.send(new DescribeNetworkInterfacesCommand({}));
    expect(read("aws.vpc")).toEqual(
      Vpcs.map((vpc) => ({
        id: vpc.VpcId,
        default: vpc.IsDefault,
        region: "us-east-1",
        flowLogs: FlowLogs,
        interfaces: NetworkInterfaces.some((networkInterface) => networkInterface.VpcId === vpc.VpcId),
      })),
    );
    const settings = await ec2.send(new GetEbsEncryptionByDefaultCommand({}));
    expect(read("aws.region_settings")).toMatchObject([{ ebsEncryption: settings.EbsEncryptionByDefault }]);
  });

  test("buckets, their access lists and policies", async () => {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    expect(read("aws.bucket").map(({ id }) => id)).toEqual(Buckets.map((bucket) => bucket.Name));
    for (const { Name: Bucket } of Buckets) {
      const { Grants = [] } = await s3.send(new GetBucketAclCommand({ Bucket }));
      const policy = await s3.send(new GetBucketPolicyCommand({ Bucket })).then(
        () => true,
        () => false,
      );
      expect(read("aws.bucket").find(({ id }) => id === Bucket)).toMatchObject({
        publicGrants: Grants.flatMap(({ Grantee }) => /global\/(\w+)$/.exec(Grantee?.URI ?? "")?.[1] ?? []),
        policy: { exists: policy },
      });
    }
  });

  const day = (date: Date | undefined) => dayOf(date?.toISOString());
});
