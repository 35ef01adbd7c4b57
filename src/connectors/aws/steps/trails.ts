import type { Json, Step } from "../../connector.ts";
import { item, unreadable } from "../../observe.ts";
import { askJson, jsonObjects, jsonText } from "../call.ts";
import type { JsonObject } from "../call.ts";
import { flagOf, textOf } from "../../json-fields.ts";
import { inLastDay } from "../days.ts";
import { eventSelectors } from "../event-selectors.ts";
import type { Data } from "../kinds.ts";
import { homeRegion, knowsRegion } from "../partitions.ts";

export const trails: Step = {
  id: "trails",
  title: "Audit trails",
  kinds: ["aws.trail"],
  scopes: ["cloudtrail:DescribeTrails", "cloudtrail:GetTrailStatus", "cloudtrail:GetEventSelectors"],
  async *collect(context) {
    const region = homeRegion(context.typed);
    // Trails for all regions show in each of them, wherever they were made.
    const answer = (await askJson(context.http, "DescribeTrails", { region }))!;
    for (const trail of jsonObjects(answer.value, "trailList", "DescribeTrails")) {
      const arn = jsonText(trail, "TrailARN", "DescribeTrails");
      const subject = { type: "trail", id: arn, label: textOf(trail["Name"]) || arn };
      const home = textOf(trail["HomeRegion"]);
      // What a trail records is known where it was made.
      const at = knowsRegion(context.typed, home) ? home : region;
      try {
        const status = (await askJson(context.http, "GetTrailStatus", { region, with: { Name: arn } }))!;
        const records = (await askJson(context.http, "GetEventSelectors", { region: at, with: { TrailName: arn } }))!;
        const data = trailData(trail, status.value, records.value, context.now());
        yield item("aws.trail", subject, data, status);
      } catch (error) {
        yield unreadable("aws.trail", subject, error, context.now().toISOString());
      }
    }
  },
};

/** A trail of the three answers about it. */
export function trailData(trail: JsonObject, status: JsonObject, records: JsonObject, now: Date): Data<"aws.trail"> {
  const known = (value: Json | undefined): boolean | null => flagOf(value) ?? null;
  return {
    name: textOf(trail["Name"]),
    home: textOf(trail["HomeRegion"]),
    multiRegion: known(trail["IsMultiRegionTrail"]),
    logging: known(status["IsLogging"]),
    deliveryError: textOf(status["LatestDeliveryError"]),
    validated: known(trail["LogFileValidationEnabled"]),
    // Absent and null both mean: without a key of the customer's.
    encrypted: textOf(trail["KmsKeyId"]) !== "",
    globalEvents: known(trail["IncludeGlobalServiceEvents"]),
    delivering: inLastDay(status["LatestDeliveryTime"], now),
    selectors: eventSelectors(records),
  };
}
