import type { Json } from "../connector.ts";
import { isObject } from "./call.ts";
import type { JsonObject } from "./call.ts";
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
  const values = oneOrMany(value);
  // An empty list is never met.
  if (values.length === 0) return false;
  return key.toLowerCase() === "aws:securetransport" && values.every((value) => value === "false" || value === false);
}
