import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { flagOf, textOf } from "../../json-fields.ts";
import { item, unreadable } from "../../observe.ts";
import { askJson, isObject, jsonObjects, jsonText } from "../call.ts";
import type { Data } from "../kinds.ts";
import { jsonPages } from "../pages.ts";
import { inEach, regionsInUse } from "../regions.ts";

/** Two requests for each key, and settings that seldom change. */
export const encryptionKeys: Step = {
  id: "encryption-keys",
  title: "Encryption keys",
  kinds: ["aws.kms_key"],
  scopes: ["kms:ListKeys", "kms:DescribeKey", "kms:GetKeyRotationStatus"],
  everyHours: 4,
  collect: (context) =>
    inEach(context, "aws.kms_key", regionsInUse(context), async function* (region) {
      const token = { parameter: "Marker", at: ["NextMarker"] };
      for await (const page of jsonPages(context.http, "ListKeys", { region, with: { Limit: 100 } }, token))
        for (const key of jsonObjects(page.value, "Keys", "ListKeys"))
          yield await keyItem(context, region, jsonText(key, "KeyId", "ListKeys"), jsonText(key, "KeyArn", "ListKeys"));
    }),
};

async function keyItem(context: StepContext, region: string, keyId: string, arn: string): Promise<EvidenceItem> {
  const subject = { type: "encryption key", id: arn, label: `${keyId} in ${region}` };
  const call = { region, with: { KeyId: keyId } };
  try {
    const answer = (await askJson(context.http, "DescribeKey", call))!;
    const about = answer.value["KeyMetadata"];
    const field = (name: string) => (isObject(about) ? textOf(about[name]) : "");
    const data = {
      region,
      manager: field("KeyManager"),
      spec: field("KeySpec") || field("CustomerMasterKeySpec"),
      origin: field("Origin"),
      state: field("KeyState"),
    };
    const rotation = canRotate(data) ? await asksRotation(context, call) : { rotates: null, rotationDays: null };
    return item("aws.kms_key", subject, { ...data, ...rotation } satisfies Data<"aws.kms_key">, answer);
  } catch (error) {
    // A key's own policy may refuse what the account's allows.
    return unreadable("aws.kms_key", subject, error, context.now().toISOString());
  }
}

/** Whether AWS can rotate a key by itself: what was imported, is asymmetric, or not in use it cannot. */
function canRotate(key: Pick<Data<"aws.kms_key">, "manager" | "spec" | "origin" | "state">): boolean {
  return (
    key.manager === "CUSTOMER" &&
    key.spec === "SYMMETRIC_DEFAULT" &&
    (key.origin === "AWS_KMS" || key.origin === "") &&
    key.state === "Enabled"
  );
}

async function asksRotation({ http }: StepContext, call: { region: string; with: { KeyId: string } }) {
  const { value } = (await askJson(http, "GetKeyRotationStatus", call))!;
  const days = value["RotationPeriodInDays"];
  return {
    rotates: flagOf(value["KeyRotationEnabled"]) ?? null,
    rotationDays: typeof days === "number" && Number.isInteger(days) ? days : null,
  };
}
