import type { Json } from "../connector.ts";
import { isObject } from "./call.ts";
import type { JsonObject } from "./call.ts";
import type { Data } from "./kinds.ts";
import type { PublicAccessBlock } from "./kinds/storage.ts";
import { flag, textAt } from "./xml.ts";
import type { XmlElement } from "./xml.ts";
import { oneOrMany } from "./one-or-many.ts";

/** The switches of a public access block; what AWS leaves out is not known. */
export function publicAccessBlock(answer: XmlElement): PublicAccessBlock {
  return {
    blockAcls: flag(textAt(answer, "BlockPublicAcls")),
    ignoreAcls: flag(textAt(answer, "IgnorePublicAcls")),
    blockPolicy: flag(textAt(answer, "BlockPublicPolicy")),
    restrictBuckets: flag(textAt(answer, "RestrictPublicBuckets")),
  };
}

/**
 * Whether strangers reach a bucket, and by what: its list counts unless public lists are ignored, its policy unless public
 * buckets are restricted, each by the account or by the bucket. `account` is null where the account has no block, and undefined
 * where that is not known. Undefined: it cannot be said.
 */
export function openTo(
  bucket: Data<"aws.bucket">,
  account: PublicAccessBlock | null | undefined,
): readonly string[] | undefined {
  const ways: readonly (readonly [string, Known])[] = [
    ["access list", reaches(bucket.publicGrants.length > 0, either(account, bucket.block, "ignoreAcls"))],
    ["policy", reaches(bucket.policy.public, either(account, bucket.block, "restrictBuckets"))],
  ];
  const open = ways.filter(([, reached]) => reached === true).map(([way]) => way);
  if (open.length > 0) return open;
  return ways.some(([, reached]) => reached !== false) ? undefined : [];
}

type Known = boolean | null | undefined;

function reaches(exposed: Known, closed: Known): Known {
  if (exposed === false || closed === true) return false;
  return exposed === true && closed === false ? true : null;
}

function either(
  account: PublicAccessBlock | null | undefined,
  bucket: PublicAccessBlock | null,
  of: keyof PublicAccessBlock,
) {
  const sides: Known[] = [account === null ? false : account?.[of], bucket === null ? false : bucket[of]];
  if (sides.includes(true)) return true;
  return sides.every((side) => side === false) ? false : null;
}

/** Whether a bucket's policy denies everybody everything that comes without TLS. */
export function refusesPlainHttp(policy: JsonObject, bucket: string): boolean {
  return oneOrMany(policy["Statement"]).some(
    (statement) =>
      isObject(statement) &&
      statement["Effect"] === "Deny" &&
      isEverybody(statement["Principal"]) &&
      oneOrMany(statement["Action"]).some((action) => action === "*" || action === "s3:*") &&
      oneOrMany(statement["Resource"]).some((resource) => coversObjects(resource, bucket)) &&
      isPlainHttpAlone(statement["Condition"]),
  );
}

function isEverybody(principal: Json | undefined): boolean {
  return principal === "*" || (isObject(principal) && oneOrMany(principal["AWS"]).includes("*"));
}

function coversObjects(resource: Json, bucket: string): boolean {
  return resource === "*" || (typeof resource === "string" && resource.endsWith(`:s3:::${bucket}/*`));
}

/** A further condition would make the statement narrower than it looks. */
function isPlainHttpAlone(condition: Json | undefined): boolean {
  if (!isObject(condition) || Object.keys(condition).length !== 1) return false;
  const tests = condition["Bool"];
  if (!isObject(tests) || Object.keys(tests).length !== 1) return false;
  const [[key, value]] = Object.entries(tests) as [[string, Json]];
  return (
    key.toLowerCase() === "aws:securetransport" && oneOrMany(value).every((one) => one === "false" || one === false)
  );
}
