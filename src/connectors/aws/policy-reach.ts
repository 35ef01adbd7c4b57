import type { Json } from "../connector.ts";
import { isObject } from "./call.ts";
import type { JsonObject } from "./call.ts";
import type { Data } from "./kinds.ts";
import { oneOrMany } from "./one-or-many.ts";
import { matches } from "./wildcards.ts";

type Reach = Pick<Data<"aws.policy">, "everything" | "allows">;

/** Acts of many services, each on something that it can be done to: what a policy leaves out of them shows that it has a bound. */
const ACTS: readonly (readonly [action: string, resource: string])[] = [
  ["iam:CreateUser", "arn:aws:iam::{account}:user/kq7"],
  ["iam:AttachRolePolicy", "arn:aws:iam::{account}:role/kq7"],
  ["iam:CreatePolicyVersion", "arn:aws:iam::{account}:policy/kq7"],
  ["sts:AssumeRole", "arn:aws:iam::{account}:role/kq7"],
  ["s3:GetObject", "arn:aws:s3:::kq7/xv"],
  ["s3:DeleteBucket", "arn:aws:s3:::kq7"],
  ["ec2:TerminateInstances", "arn:aws:ec2:us-east-1:{account}:instance/i-0a9"],
  ["ec2:AuthorizeSecurityGroupIngress", "arn:aws:ec2:eu-west-1:{account}:security-group/sg-0a9"],
  ["ec2:DeleteSnapshot", "arn:aws:ec2:eu-west-1::snapshot/snap-0a9"],
  ["kms:Decrypt", "arn:aws:kms:us-east-1:{account}:key/0a9"],
  ["kms:ScheduleKeyDeletion", "arn:aws:kms:eu-west-1:{account}:key/0a9"],
  ["dynamodb:Scan", "arn:aws:dynamodb:us-east-1:{account}:table/kq7"],
  ["rds:DeleteDBInstance", "arn:aws:rds:eu-west-1:{account}:db:kq7"],
  ["lambda:InvokeFunction", "arn:aws:lambda:us-east-1:{account}:function:kq7"],
  ["lambda:UpdateFunctionCode", "arn:aws:lambda:eu-west-1:{account}:function:kq7"],
  ["cloudtrail:StopLogging", "arn:aws:cloudtrail:us-east-1:{account}:trail/kq7"],
  ["logs:DeleteLogGroup", "arn:aws:logs:eu-west-1:{account}:log-group:kq7"],
  ["cloudwatch:DeleteAlarms", "arn:aws:cloudwatch:us-east-1:{account}:alarm:kq7"],
  ["secretsmanager:GetSecretValue", "arn:aws:secretsmanager:us-east-1:{account}:secret:kq7"],
  ["ssm:SendCommand", "arn:aws:ssm:eu-west-1:{account}:document/kq7"],
  ["sns:Publish", "arn:aws:sns:us-east-1:{account}:kq7"],
  ["sqs:ReceiveMessage", "arn:aws:sqs:eu-west-1:{account}:kq7"],
  ["ecs:RunTask", "arn:aws:ecs:us-east-1:{account}:task-definition/kq7:1"],
  ["eks:DeleteCluster", "arn:aws:eks:eu-west-1:{account}:cluster/kq7"],
  ["ecr:PutImage", "arn:aws:ecr:us-east-1:{account}:repository/kq7"],
  ["cloudformation:DeleteStack", "arn:aws:cloudformation:eu-west-1:{account}:stack/kq7/0a9"],
  ["route53:ChangeResourceRecordSets", "arn:aws:route53:::hostedzone/Z0A9"],
  ["backup:DeleteRecoveryPoint", "arn:aws:backup:us-east-1:{account}:recovery-point:0a9"],
  ["guardduty:DeleteDetector", "arn:aws:guardduty:eu-west-1:{account}:detector/0a9"],
  ["config:StopConfigurationRecorder", "arn:aws:config:us-east-1:{account}:config-recorder/kq7"],
  ["redshift:DeleteCluster", "arn:aws:redshift:eu-west-1:{account}:cluster:kq7"],
  ["glue:DeleteTable", "arn:aws:glue:us-east-1:{account}:table/kq7/xv"],
];
/** A policy that allows more of them than this is not called bounded by the few that it leaves out. */
const MOST = 0.75;

/**
 * Whether a policy allows all actions on all resources. It does where one statement says so by wildcards alone; it does not where it
 * leaves out a good part of acts that we know. Anything else cannot be said: a statement that names what it does not allow, one with
 * conditions, statements that together allow nearly everything. What it denies is not taken off: a policy that allows everything but
 * something stays one that has to be looked at. `document` is as IAM answers it.
 */
export function policyReach(document: string, account: string): Reach {
  const statements = allowing(document);
  if (!statements) return { everything: null, allows: "its document could not be read" };
  const plain = statements.filter((statement) => !statement.conditioned);
  if (plain.some(({ actions, resources }) => actions?.some(isEveryAction) && resources?.some(isEveryResource)))
    return { everything: true, allows: "all actions on all resources" };
  const acts = ACTS.map(([action, resource]) => [action, resource.replace("{account}", account)] as const);
  const left = acts.filter(
    ([action, resource]) => !statements.some((statement) => mayAllow(statement, action, resource)),
  );
  const [first] = left;
  if (first && acts.length - left.length <= acts.length * MOST)
    return { everything: false, allows: `not all: ${first[0]} is left out` };
  return { everything: null, allows: whyOpen(statements) };
}

/** What a statement allows; undefined patterns stand for "all but what is named". */
interface Allowing {
  readonly actions: readonly string[] | undefined;
  readonly resources: readonly string[] | undefined;
  readonly conditioned: boolean;
}

/** The statements that allow; undefined where one of them, or the whole, is not as IAM writes it. */
function allowing(document: string): readonly Allowing[] | undefined {
  let policy: Json;
  try {
    policy = JSON.parse(decodeURIComponent(document)) as Json;
  } catch {
    return undefined;
  }
  const statements = isObject(policy) ? oneOrMany(policy["Statement"]) : [];
  if (statements.length === 0 || !statements.every(isObject)) return undefined;
  const allows: Allowing[] = [];
  for (const statement of statements) {
    if (statement["Effect"] === "Deny") continue;
    const [actions, resources] = [named(statement, "Action"), named(statement, "Resource")];
    if (statement["Effect"] !== "Allow" || !actions || !resources) return undefined;
    const condition = statement["Condition"];
    const conditioned = condition !== undefined && !(isObject(condition) && Object.keys(condition).length === 0);
    allows.push({ actions: actions.only, resources: resources.only, conditioned });
  }
  return allows;
}

/** What a statement names; undefined where it names it in no way, in both, or not in words. */
function named(statement: JsonObject, what: "Action" | "Resource") {
  const [only, not] = [statement[what], statement[`Not${what}`]];
  if ((only === undefined) === (not === undefined)) return undefined;
  const patterns = oneOrMany(only ?? not);
  if (patterns.length === 0 || !patterns.every((pattern) => typeof pattern === "string")) return undefined;
  return { only: only === undefined ? undefined : patterns };
}

const isEveryAction = (pattern: string): boolean => isWild(pattern.split(":"), 2);
const isEveryResource = (pattern: string): boolean => isWild(pattern.replace(/^arn:(aws[a-z-]*:)?/, "").split(":"), 6);

/** Only wildcards, of which at most two want a sign each: that leaves out nothing that there is. */
function isWild(segments: readonly string[], most: number): boolean {
  const wants = segments.join("").replaceAll("*", "").length;
  return (
    segments.length <= most &&
    wants <= 2 &&
    segments.every((segment) => /^[*?]+$/.test(segment) && segment.includes("*"))
  );
}

/** Whether a statement may allow an act: a condition may hold, a variable may stand for anything. */
function mayAllow({ actions, resources }: Allowing, action: string, resource: string): boolean {
  if (actions && !actions.some((pattern) => matches(pattern, action))) return false;
  return !resources || resources.some((pattern) => matches(inOurPartition(pattern), resource));
}

function inOurPartition(pattern: string): string {
  return pattern.replace(/^arn:aws-[a-z-]+:/, "arn:aws:").replace(/\$\{.*$/s, "*");
}

function whyOpen(statements: readonly Allowing[]): string {
  if (statements.some(({ actions }) => !actions)) return "all actions but those that it names";
  if (statements.some(({ resources }) => !resources)) return "all resources but those that it names";
  if (statements.some((statement) => statement.conditioned)) return "nearly all actions, under conditions";
  return "nearly all actions on all resources";
}
