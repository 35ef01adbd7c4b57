import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { allOf, eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import type { PublicAccessBlock } from "../kinds/storage.ts";
import { openTo } from "../public-access.ts";

type Bucket = Data<"aws.bucket">;

export const accountBlock: ConnectorCheck = {
  id: "aws.s3.account-block",
  version: 1,
  title: "Account-level S3 public access block is on",
  severity: "high",
  hint: "Enable all four settings under Block Public Access for the account.",
  serves: ["confidentiality.no-public-storage"],
  steps: ["s3-account-block"],
  judge: (facts) =>
    eachItem<Data<"aws.s3_account_block">>(facts, "aws.s3_account_block", "all four settings on", ({ block }) => {
      if (!block) return ["fail", "the account has no public access block"];
      const switches = Object.values(block);
      const on = `${switches.filter((one) => one === true).length} of 4 settings on`;
      if (switches.includes(false)) return ["fail", on];
      return [switches.includes(null) ? "unknown" : "pass", on];
    }),
};

export const bucketPrivate: ConnectorCheck = {
  id: "aws.s3.bucket-private",
  version: 1,
  title: "No bucket is public",
  severity: "high",
  hint: "Block public access on the bucket.",
  serves: ["confidentiality.no-public-storage"],
  steps: ["s3-account-block", "buckets"],
  judge(facts) {
    const account = blockOfAccount(facts);
    const meant = new Set(facts.settings["publicBuckets"] as readonly string[] | undefined);
    return eachItem<Bucket>(facts, "aws.bucket", "no way in for strangers", (bucket, { subject }) => {
      if (meant.has(subject.id)) return ["not applicable", "meant to be public"];
      const ways = openTo(bucket, account);
      if (!ways) return ["unknown", "AWS does not say whether its policy or its access list is in force"];
      return ways.length > 0 ? ["fail", `public by its ${ways.join(" and ")}`] : ["pass", "not public"];
    });
  },
};

/** Undefined where it was not read: then the account might block what the bucket lets in. */
function blockOfAccount(facts: CheckFacts): PublicAccessBlock | null | undefined {
  const [read] = allOf<Data<"aws.s3_account_block">>(facts, "aws.s3_account_block");
  return read?.block;
}

const algorithms = ["AES256", "aws:kms", "aws:kms:dsse"];

export const bucketEncrypted: ConnectorCheck = {
  id: "aws.s3.encrypted",
  version: 1,
  title: "Buckets have default encryption",
  severity: "medium",
  hint: "Set default encryption on the bucket.",
  serves: ["encryption.at-rest"],
  steps: ["buckets"],
  judge: (facts) =>
    eachItem<Bucket>(facts, "aws.bucket", "default encryption", ({ encryption }) => {
      if (encryption.length === 0) return ["fail", "no default encryption"];
      const known = encryption.every((algorithm) => algorithms.includes(algorithm));
      return [known ? "pass" : "unknown", encryption.join(", ")];
    }),
};

export const tlsOnly: ConnectorCheck = {
  id: "aws.s3.tls-only",
  version: 1,
  title: "Buckets refuse plain HTTP",
  severity: "medium",
  hint: "Add a deny statement on aws:SecureTransport false.",
  serves: ["encryption.in-transit"],
  steps: ["buckets"],
  judge: (facts) =>
    eachItem<Bucket>(facts, "aws.bucket", "a policy that denies it", ({ policy }) => {
      if (policy.refusesPlainHttp) return ["pass", "its policy denies plain HTTP"];
      return ["fail", policy.exists ? "its policy does not deny plain HTTP" : "it has no policy"];
    }),
};
