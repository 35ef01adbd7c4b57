import type { Json, Step, StepContext } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { flagOf, textOf } from "../../json-fields.ts";
import { item } from "../../observe.ts";
import { askJson, isObject, jsonObjects, jsonText, jsonTexts } from "../call.ts";
import type { Data } from "../kinds.ts";
import { jsonPages } from "../pages.ts";
import { inEach, regionsInUse, regionSubject } from "../regions.ts";

export const threatDetection: Step = {
  id: "threat-detection",
  title: "Threat detection",
  kinds: ["aws.detectors"],
  scopes: ["guardduty:ListDetectors", "guardduty:GetDetector"],
  collect: (context) =>
    inEach(context, "aws.detectors", regionsInUse(context), async function* (region) {
      const detectors: { id: string; status: string | null }[] = [];
      const token = { parameter: "nextToken", at: ["nextToken"] };
      let at = "";
      for await (const page of jsonPages(context.http, "ListDetectors", { region }, token)) {
        at = page.at;
        for (const id of jsonTexts(page.value, "detectorIds", "ListDetectors")) {
          const answer = (await askJson(context.http, "GetDetector", { region, at: { detector: id } }))!;
          detectors.push({ id, status: textOrNull(answer.value["status"]) });
        }
      }
      yield item("aws.detectors", regionSubject(region), { detectors }, { at });
    }),
};

export const configuration: Step = {
  id: "configuration",
  title: "Recording of configurations",
  kinds: ["aws.config_recorders"],
  scopes: ["config:DescribeConfigurationRecorders", "config:DescribeConfigurationRecorderStatus"],
  collect: (context) =>
    inEach(context, "aws.config_recorders", regionsInUse(context), async function* (region) {
      const answer = (await askJson(context.http, "DescribeConfigurationRecorders", { region }))!;
      const recorders = jsonObjects(answer.value, "ConfigurationRecorders", "DescribeConfigurationRecorders");
      const states = await recorderStates(context, region);
      const data: Data<"aws.config_recorders"> = {
        recorders: recorders.map((recorder) => {
          const name = jsonText(recorder, "name", "DescribeConfigurationRecorders");
          const group = recorder["recordingGroup"];
          const state = states.get(name);
          return {
            name,
            recording: flagOf(state?.["recording"]) ?? null,
            allSupported: (isObject(group) ? flagOf(group["allSupported"]) : undefined) ?? null,
            lastStatus: textOrNull(state?.["lastStatus"]),
          };
        }),
      };
      yield item("aws.config_recorders", regionSubject(region), data, answer);
    }),
};

async function recorderStates({ http }: StepContext, region: string) {
  const operation = "DescribeConfigurationRecorderStatus";
  const answer = (await askJson(http, operation, { region }))!;
  const states = jsonObjects(answer.value, "ConfigurationRecordersStatus", operation);
  return new Map(states.map((state) => [textOf(state["name"]), state]));
}

export const logGroups: Step = {
  id: "log-groups",
  title: "Log groups",
  kinds: ["aws.log_group"],
  scopes: ["logs:DescribeLogGroups"],
  collect: (context) =>
    inEach(context, "aws.log_group", regionsInUse(context), async function* (region) {
      const operation = "DescribeLogGroups";
      const token = { parameter: "nextToken", at: ["nextToken"] };
      for await (const page of jsonPages(context.http, operation, { region, with: { limit: 50 } }, token))
        for (const group of jsonObjects(page.value, "logGroups", operation)) {
          const id = jsonText(group, "arn", operation);
          const days = group["retentionInDays"];
          // Absent and null both mean that they are kept for good; anything else is not an answer.
          if (days !== undefined && days !== null && typeof days !== "number")
            throw new RequestFailed("malformed", `the answer to ${operation} has an odd retentionInDays`);
          const data: Data<"aws.log_group"> = { region, retentionDays: days ?? null };
          yield item(
            "aws.log_group",
            { type: "log group", id, label: jsonText(group, "logGroupName", operation) },
            data,
            page,
          );
        }
    }),
};

function textOrNull(value: Json | undefined): string | null {
  return textOf(value) || null;
}
