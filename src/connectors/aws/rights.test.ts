import { expect, test } from "vitest";
import type { Http, HttpAnswer } from "../http.ts";
import { compareScopes } from "../scopes.ts";
import { manifest } from "./manifest.ts";
import { grantedTo } from "./rights.ts";
import { required } from "./scopes.ts";

const attached = (...names: string[]) =>
  `<AttachedManagedPolicies>${names.map((arn) => `<member><PolicyArn>${arn}</PolicyArn></member>`).join("")}</AttachedManagedPolicies>`;
const document = (...statements: object[]) => encodeURIComponent(JSON.stringify({ Statement: statements }));
const inline = (list: string, ...statements: object[]) =>
  `<${list}><member><PolicyName>own</PolicyName><PolicyDocument>${document(...statements)}</PolicyDocument></member></${list}>`;
const role = (inside: string) =>
  `<RoleDetailList><member><RoleName>ExhibitReader</RoleName>${inside}</member><member><RoleName>Other</RoleName>${attached("arn:aws:iam::aws:policy/AdministratorAccess")}</member></RoleDetailList>`;

const ourselves = "arn:aws:sts::123456789012:assumed-role/ExhibitReader/exhibit-1";

/** What IAM answers, read for us; what the connection then lacks and what it may not hold. */
async function rightsOf(arn: string, inside: string) {
  const operation = "GetAccountAuthorizationDetails";
  const text = `<${operation}Response><${operation}Result>${inside}<IsTruncated>false</IsTruncated></${operation}Result></${operation}Response>`;
  const answer = {
    status: 200,
    headers: {},
    text: () => text,
    at: "2026-11-21T12:00:00.000Z",
  } as unknown as HttpAnswer;
  const http: Http = { send: async () => answer };
  const granted = await grantedTo(http, arn, "us-east-1");
  return { granted, ...compareScopes(manifest, granted) };
}

test("AWS's own policy for auditors covers all that is asked, and nothing more", async () => {
  const rights = await rightsOf(ourselves, role(attached("arn:aws:iam::aws:policy/SecurityAudit")));
  expect(rights).toMatchObject({ missing: [], forbidden: [] });
});

test("a policy with exactly what is asked covers it; one action less is named", async () => {
  const Action = required.map(({ name }) => name).filter((name) => name !== "s3:GetBucketAcl");
  const rights = await rightsOf(ourselves, role(inline("RolePolicyList", { Effect: "Allow", Action, Resource: "*" })));
  expect(rights).toMatchObject({ missing: ["s3:GetBucketAcl", "iam:ListAccountAliases"], forbidden: [] });
});

test.each([
  [
    "AWS's policy for administrators",
    attached("arn:aws:iam::aws:policy/AdministratorAccess"),
    "policy/AdministratorAccess",
  ],
  ["everything", inline("RolePolicyList", { Effect: "Allow", Action: "*" }), "*"],
  ["everything but something", inline("RolePolicyList", { Effect: "Allow", NotAction: "iam:*" }), "*"],
  ["a service whole", inline("RolePolicyList", { Effect: "Allow", Action: ["ec2:Describe*", "s3:*"] }), "s3:*"],
  ["one action that writes", inline("RolePolicyList", { Effect: "Allow", Action: "s3:PutObject" }), "s3:PutObject"],
])("%s is more than reading", async (_, inside, named) => {
  expect((await rightsOf(ourselves, role(inside))).forbidden).toEqual([named]);
});

test("what is denied is no grant, and another role's grants are not ours", async () => {
  const rights = await rightsOf(ourselves, role(inline("RolePolicyList", { Effect: "Deny", Action: "*" })));
  expect(rights.granted).toEqual([]);
});

test("a policy of the company's own is read in its current version", async () => {
  const arn = "arn:aws:iam::123456789012:policy/Reader";
  const version = (isDefault: boolean, Action: string) =>
    `<member><Document>${document({ Effect: "Allow", Action })}</Document><IsDefaultVersion>${isDefault}</IsDefaultVersion></member>`;
  const versions = version(false, "iam:*") + version(true, "iam:CreateUser");
  const own = `<Policies><member><Arn>${arn}</Arn><PolicyVersionList>${versions}</PolicyVersionList></member></Policies>`;
  expect((await rightsOf(ourselves, role(attached(arn)) + own)).forbidden).toEqual(["iam:CreateUser"]);
});

test("a user has the rights of their groups, and the root user has all", async () => {
  const user =
    "<UserDetailList><member><UserName>reader</UserName><GroupList><member>ops</member></GroupList></member></UserDetailList>";
  const groups = `<GroupDetailList><member><GroupName>ops</GroupName>${inline("GroupPolicyList", { Effect: "Allow", Action: "ec2:RunInstances" })}</member></GroupDetailList>`;
  expect((await rightsOf("arn:aws:iam::123456789012:user/team/reader", user + groups)).forbidden).toEqual([
    "ec2:RunInstances",
  ]);
  expect((await rightsOf("arn:aws:iam::123456789012:root", "")).forbidden).toEqual(["*"]);
});

test("where we do not find ourselves nothing is said", async () => {
  expect((await rightsOf("arn:aws:iam::123456789012:user/moto", role(""))).granted).toBeUndefined();
});
