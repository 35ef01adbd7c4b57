import type { Http } from "../http.ts";
import { RequestFailed } from "../http.ts";
import { askJson, askXml } from "./call.ts";
import type { Answered, JsonObject } from "./call.ts";
import type { Data } from "./kinds.ts";
import { publicAccessBlock, refusesPlainHttp } from "./public-access.ts";
import { flag, listAt, needed, textAt, within } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

/** All groups of S3 that reach beyond an account. */
const PUBLIC_GROUP = /^https?:\/\/acs\.amazonaws\.com\/groups\/global\/(AllUsers|AuthenticatedUsers)$/;

/** Settings of one bucket, and when they were read; undefined where it is gone. Throws `RequestFailed` as calls do. */
export async function bucketData(
  http: Http,
  bucket: string,
  region: string,
): Promise<{ data: Data<"aws.bucket">; at: string } | undefined> {
  const about = (...absent: readonly string[]) => ({ region, at: { bucket }, absent });
  const settled = await Promise.allSettled([
    askXml(http, "GetBucketAcl", about("NoSuchBucket")),
    askXml(http, "GetBucketPublicAccessBlock", about("NoSuchPublicAccessBlockConfiguration")),
    unlessOdd(askXml(http, "GetBucketPolicyStatus", about("NoSuchBucketPolicy"))),
    askJson(http, "GetBucketPolicy", about("NoSuchBucketPolicy")),
    askXml(http, "GetBucketEncryption", about("ServerSideEncryptionConfigurationNotFoundError")),
  ]);
  const acl = valueOf<Answered<XmlElement> | undefined>(settled[0]);
  if (!acl) return undefined;
  const [, block, status, policy, encryption] = settled.map(
    (item) => valueOf<Answered<unknown> | undefined>(item)?.value,
  );
  const data: Data<"aws.bucket"> = {
    region,
    block: block ? publicAccessBlock(block as XmlElement) : null,
    policy: {
      exists: policy !== undefined,
      public: status ? flag(textAt(status as XmlElement, "IsPublic")) : policy === undefined ? false : null,
      refusesPlainHttp: policy !== undefined && refusesPlainHttp(policy as JsonObject, bucket),
    },
    publicGrants: publicGrants(acl.value),
    encryption: encryption ? algorithms(encryption as XmlElement) : [],
  };
  return { data, at: acl.at };
}

/** What others than AWS answer here says nothing of the policy; whether the access list lets in strangers still counts. */
async function unlessOdd<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RequestFailed && error.kind === "malformed") return undefined;
    throw error;
  }
}

/** The first that failed decides, in the order in which they were asked and not in that of the answers. */
function valueOf<T>(item: PromiseSettledResult<unknown> | undefined): T {
  if (item?.status === "rejected") throw item.reason;
  return item?.value as T;
}

function publicGrants(acl: XmlElement): string[] {
  const groups = listAt(acl, "GetBucketAcl", "AccessControlList").flatMap((grant) => {
    const group = PUBLIC_GROUP.exec(textAt(grant, "Grantee", "URI") ?? "");
    return group ? [group[1]!] : [];
  });
  return [...new Set(groups)].toSorted();
}

function algorithms(encryption: XmlElement): string[] {
  const rules = encryption.children.filter(({ name }) => name === "Rule");
  if (rules.length === 0) throw new RequestFailed("malformed", "the answer to GetBucketEncryption has no Rule");
  return rules
    .filter((rule) => within(rule, "ApplyServerSideEncryptionByDefault"))
    .map((rule) => needed(rule, "GetBucketEncryption", "ApplyServerSideEncryptionByDefault", "SSEAlgorithm"))
    .toSorted();
}
