import { someOf } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import { everyItem, observed, observeEach } from "../../facts.ts";

const SWITCHES = ["blockAcls", "ignoreAcls", "blockPolicy", "restrictBuckets"] as const;

export const accountBlock: ConnectorCheck = {
  id: "aws.s3.account-block",
  version: 2,
  title: "Account-level S3 public access block is on",
  severity: "high",
  hint: "Enable all four settings under Block Public Access for the account.",
  // A safeguard beyond what is asked: buckets may be closed one by one, and the next check looks at each.
  answers: [],
  steps: ["s3-account-block"],
  judge: (facts) =>
    observeEach(facts, "aws.s3_account_block", ({ resource, data }) => {
      const block = data.at("block").orNone().object();
      const on = block.follow((own) => allOn(own), false);
      return observed(resource, on, {
        observed: block.say(
          (own) => SWITCHES.map((name) => `${name} ${own.at(name).flag().say(onOff)}`).join(", "),
          "the account has no public access block",
        ),
        wanted: "all four settings on",
      });
    }),
};

const onOff = (on: boolean): string => (on ? "on" : "off");

function allOn(block: Reading): Truth {
  const [first, ...others] = SWITCHES.map((name) => block.at(name).flag().is(true));
  return first!.and(...others);
}

export const bucketPrivate: ConnectorCheck = {
  id: "aws.s3.bucket-private",
  version: 2,
  title: "No bucket is public",
  severity: "high",
  hint: "Block public access on the bucket.",
  answers: ["confidentiality.no-public-storage/objects"],
  steps: ["s3-account-block", "buckets"],
  judge(facts) {
    const wanted = "no way in for strangers";
    return observeEach(facts, "aws.bucket", ({ resource, data }) => {
      const list = closedBy(facts, data, "ignoreAcls").orElse(() =>
        data
          .at("publicGrants")
          .texts()
          .holds((grants) => grants.length === 0),
      );
      const policy = closedBy(facts, data, "restrictBuckets").orElse(() =>
        data.at("policy", "public").flag().is(false),
      );
      const ways = [
        list.say({ yes: [], no: ["access list"], unknown: [] }),
        policy.say({ yes: [], no: ["policy"], unknown: [] }),
      ].flat();
      const truth = list.and(policy);
      const seen = observed(resource, truth, {
        observed: truth.say({
          yes: "not public",
          no: `public by its ${ways.join(" and ")}`,
          unknown: "AWS does not say whether its policy or its access list is in force",
        }),
        wanted,
      });
      return unlessLeftOut(facts, "public-resource", () => [resource.id, resource.label], seen);
    });
  },
};

/** Whether a switch of the bucket or of the account shuts strangers out, whatever its list and policy say. */
function closedBy(facts: CheckFacts, bucket: Reading, name: "ignoreAcls" | "restrictBuckets"): Truth {
  const isOn = (block: Reading) => block.at(name).flag().is(true);
  return bucket
    .at("block")
    .orNone()
    .object()
    .follow(isOn, false)
    .orElse(() =>
      someOf(everyItem(facts, "aws.s3_account_block", "s3-account-block"), ({ data }) =>
        data.at("block").orNone().object().follow(isOn, false),
      ),
    );
}

const algorithms = { AES256: true, "aws:kms": true, "aws:kms:dsse": true } as const;

export const bucketEncrypted: ConnectorCheck = {
  id: "aws.s3.encrypted",
  version: 2,
  title: "Buckets have default encryption",
  severity: "medium",
  hint: "Set default encryption on the bucket.",
  // AWS encrypts every object that was written since January 2023; which ones are older it does not tell.
  answers: ["encryption.at-rest/objects"],
  steps: ["buckets"],
  judge: (facts) =>
    observeEach(facts, "aws.bucket", ({ resource, data }) => {
      const rules = data.at("encryption");
      const truth = rules
        .list()
        .holds((all) => all.length > 0)
        .andThen(() => rules.every((rule) => rule.oneOf(algorithms).is(true)));
      return observed(resource, truth, {
        observed: rules.texts().say((all) => all.join(", ") || "no default encryption"),
        wanted: "default encryption",
      });
    }),
};

export const tlsOnly: ConnectorCheck = {
  id: "aws.s3.tls-only",
  version: 2,
  title: "Buckets refuse plain HTTP",
  severity: "medium",
  hint: "Add a deny statement on aws:SecureTransport false.",
  answers: ["encryption.in-transit/storage"],
  steps: ["buckets"],
  judge: (facts) =>
    observeEach(facts, "aws.bucket", ({ resource, data }) => {
      const refuses = data.at("policy", "refusesPlainHttp").flag();
      return observed(resource, refuses.is(true), {
        observed: refuses.say((is) => (is ? "its policy denies plain HTTP" : "no policy of its own denies plain HTTP")),
        wanted: "a policy that denies it",
      });
    }),
};
