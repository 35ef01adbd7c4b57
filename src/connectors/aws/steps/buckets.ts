import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { item, unreadable } from "../../observe.ts";
import { bucketData } from "../bucket.ts";
import { askXml } from "../call.ts";
import { xmlPages } from "../pages.ts";
import { homeRegion, knowsRegion } from "../partitions.ts";
import { publicAccessBlock } from "../public-access.ts";
import { listAt, needed, textAt } from "../xml.ts";

const NO_BLOCK = "NoSuchPublicAccessBlockConfiguration";

export const accountBlock: Step = {
  id: "s3-account-block",
  title: "Public access block of the account",
  kinds: ["aws.s3_account_block"],
  scopes: ["s3:GetAccountPublicAccessBlock"],
  async *collect(context) {
    const region = homeRegion(context.typed);
    const answer = await askXml(context.http, "GetPublicAccessBlock", { region, absent: [NO_BLOCK] });
    const subject = { type: "account", id: context.account.id, label: context.account.id };
    const at = answer ?? { at: context.now().toISOString() };
    yield item("aws.s3_account_block", subject, { block: answer ? publicAccessBlock(answer.value) : null }, at);
  },
};

export const buckets: Step = {
  id: "buckets",
  title: "Buckets",
  kinds: ["aws.bucket"],
  scopes: [
    "s3:ListAllMyBuckets",
    "s3:GetBucketLocation",
    "s3:GetBucketPublicAccessBlock",
    "s3:GetBucketAcl",
    "s3:GetEncryptionConfiguration",
    "s3:GetBucketPolicy",
    "s3:GetBucketPolicyStatus",
  ],
  async *collect(context) {
    const call = { region: homeRegion(context.typed), with: { "max-buckets": 500 } };
    const token = { parameter: "continuation-token", at: ["ContinuationToken"] };
    for await (const page of xmlPages(context.http, "ListBuckets", call, token))
      for (const bucket of listAt(page.value, "ListBuckets", "Buckets")) {
        const read = await bucketItem(context, needed(bucket, "ListBuckets", "Name"), textAt(bucket, "BucketRegion"));
        if (read) yield read;
      }
  },
};

/** Undefined for a bucket that is gone since it was listed. */
async function bucketItem(context: StepContext, name: string, listed?: string): Promise<EvidenceItem | undefined> {
  // A bucket's name is its identity: nobody else can have it at the same time.
  const subject = { type: "bucket", id: name, label: name };
  try {
    const region = listed || (await locationOf(context, name));
    if (!region) return undefined;
    if (!knowsRegion(context.typed, region)) {
      const gap = `in ${region}, which this version of Exhibit does not know`;
      return { kind: "aws.bucket", subject, data: null, observedAt: context.now().toISOString(), gap };
    }
    const read = await bucketData(context.http, name, region);
    return read && item("aws.bucket", subject, read.data, read);
  } catch (error) {
    // One bucket that is answered with something else does not hide the others.
    if (error instanceof RequestFailed && error.kind === "malformed") {
      const gap = error.message;
      return { kind: "aws.bucket", subject, data: null, observedAt: context.now().toISOString(), gap };
    }
    return unreadable("aws.bucket", subject, error, context.now().toISOString());
  }
}

async function locationOf({ http, typed }: StepContext, bucket: string): Promise<string | undefined> {
  const region = homeRegion(typed);
  const answer = await askXml(http, "GetBucketLocation", { region, at: { bucket }, absent: ["NoSuchBucket"] });
  if (!answer) return undefined;
  // Two names of old: nothing at all is the first region, EU is Ireland.
  return { "": region, EU: "eu-west-1" }[answer.value.text] ?? answer.value.text;
}
