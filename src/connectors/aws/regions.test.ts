import { expect, test } from "vitest";
import type { EvidenceItem, StepContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import type { HttpAnswer } from "../http.ts";
import { item } from "../observe.ts";
import { isThrottled, RegionClosed, refusalOf } from "./refusal.ts";
import { inEach, regionsInUse, regionSubject } from "./regions.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const contextWith = (items: readonly EvidenceItem[], cursor?: string) =>
  ({ typed: {}, now: () => now, items: () => items, cursor }) as unknown as StepContext;
const use = (region: string, closed: boolean, ...found: string[]) =>
  item("aws.region_use", regionSubject(region), { closed, found }, { at: now.toISOString() });
const denied = new RequestFailed("denied", "403 UnauthorizedOperation", 403, ["ec2:DescribeVpcs"]);

async function readAll(regions: string[], refusing: Record<string, Error>, cursor?: string) {
  const seen: string[] = [];
  for await (const entry of inEach(contextWith([], cursor), "aws.vpc", regions, async function* (region) {
    if (refusing[region]) throw refusing[region];
    yield item("aws.vpc", regionSubject(region), {}, { at: now.toISOString() });
  }))
    seen.push(
      "kind" in entry
        ? `${entry.subject.id}${entry.gap ? `: ${entry.gap}` : ""}`
        : `after ${JSON.stringify(entry.checkpoint)}`,
    );
  return seen;
}

test("what could not be looked at counts as in use; what is empty or closed by the organization does not", () => {
  const unread = { ...use("eu-west-2", false), data: null, gap: "403" };
  const items = [use("us-east-1", false, "volumes"), use("eu-west-1", false), use("eu-west-3", true), unread];
  expect(regionsInUse(contextWith(items))).toEqual(["us-east-1", "eu-west-2"]);
});

test("one region that refuses is a gap, and the others are read", async () => {
  expect(await readAll(["us-east-1", "eu-west-1"], { "us-east-1": denied })).toEqual([
    "us-east-1: 403 UnauthorizedOperation, needs ec2:DescribeVpcs",
    'after "us-east-1"',
    "eu-west-1",
    'after "eu-west-1"',
  ]);
});

test("where every region refuses, the step is denied with the permission's name", async () => {
  await expect(readAll(["us-east-1", "eu-west-1"], { "us-east-1": denied, "eu-west-1": denied })).rejects.toBe(denied);
});

test("pages without end in a region end the step: what was read stands, and nothing is taken for complete", async () => {
  const endless = new RequestFailed("truncated", "the pages of DescribeVpcs go in a circle");
  await expect(readAll(["us-east-1", "eu-west-1"], { "us-east-1": endless })).rejects.toBe(endless);
});

test("an interrupted step goes on behind the last region that it finished", async () => {
  expect(await readAll(["us-east-1", "eu-west-1"], {}, "us-east-1")).toEqual(["eu-west-1", 'after "eu-west-1"']);
});

test("a region that this version does not know is said to be unknown, and not asked", async () => {
  const [first] = await readAll(["moon-east-1", "us-east-1"], {});
  expect(first).toBe("moon-east-1: moon-east-1 is a region that this version of Exhibit does not know");
});

const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
  ({ status, headers, text: () => text, json: () => JSON.parse(text) }) as unknown as HttpAnswer;
const asked = { name: "DescribeVpcs", permission: "ec2:DescribeVpcs", region: "eu-west-1" };
const ec2 = (code: string, message = "") =>
  `<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors></Response>`;

test.each([
  ["EC2's refusal", answer(403, ec2("UnauthorizedOperation")), "UnauthorizedOperation", "denied"],
  [
    "IAM's refusal",
    answer(403, "<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>"),
    "AccessDenied",
    "denied",
  ],
  ["S3's refusal", answer(403, "<Error><Code>AccessDenied</Code></Error>"), "AccessDenied", "denied"],
  [
    "a refusal in JSON, which comes with 400",
    answer(400, '{"__type":"com.amazonaws.kms#AccessDeniedException"}'),
    "AccessDeniedException",
    "denied",
  ],
  [
    "a refusal that is named in a header",
    answer(403, "{}", { "x-amzn-errortype": "AccessDeniedException:http://internal" }),
    "AccessDeniedException",
    "denied",
  ],
  ["something that is not there", answer(404, ""), "", "unavailable"],
  ["a request that AWS does not like", answer(400, ec2("InvalidParameterValue")), "InvalidParameterValue", "failed"],
])("%s", (_, given, code, kind) => {
  const refusal = refusalOf(given, asked);
  const missing = kind === "denied" ? ["ec2:DescribeVpcs"] : [];
  expect(refusal).toMatchObject({ code, error: { kind, missing } });
});

test("a region that the organization closed is told apart from a permission that is missing", () => {
  const message = "You are not authorized: with an explicit deny in a service control policy";
  expect(refusalOf(answer(403, ec2("UnauthorizedOperation", message)), asked).error).toBeInstanceOf(RegionClosed);
});

test("keys that AWS no longer takes end the run where we ask who we are, and elsewhere deny one region", () => {
  const body = "<ErrorResponse><Error><Code>InvalidClientTokenId</Code></Error></ErrorResponse>";
  const who = { ...asked, name: "GetCallerIdentity", permission: undefined };
  expect(refusalOf(answer(403, body), who).error.name).toBe("CredentialsRefused");
  expect(refusalOf(answer(403, body), asked).error).toMatchObject({ kind: "denied", missing: [] });
});

test("AWS asks for slowness with 400 as well, and a name that looks like it does not", () => {
  expect(isThrottled(400, ec2("Throttling"))).toBe(true);
  expect(isThrottled(503, ec2("RequestLimitExceeded"))).toBe(true);
  expect(isThrottled(400, '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}')).toBe(true);
  expect(isThrottled(403, ec2("AccessDenied", "bucket Throttling-logs"))).toBe(false);
});
