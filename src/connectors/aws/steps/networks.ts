import type { Step, StepContext } from "../../connector.ts";
import { item } from "../../observe.ts";
import { askXml } from "../call.ts";
import type { Data } from "../kinds.ts";
import { inboundRules } from "../inbound-rules.ts";
import { xmlPages } from "../pages.ts";
import { inEach, regionsInUse, regionSubject } from "../regions.ts";
import { flag, listAt, needed, textAt } from "../xml.ts";

const byToken = { parameter: "NextToken", at: ["nextToken"] };
const most = { MaxResults: 1000 };

export const securityGroups: Step = {
  id: "security-groups",
  title: "Security groups",
  kinds: ["aws.security_group"],
  scopes: ["ec2:DescribeSecurityGroups"],
  collect: (context) =>
    inEach(context, "aws.security_group", regionsInUse(context), async function* (region) {
      const operation = "DescribeSecurityGroups";
      for await (const page of xmlPages(context.http, operation, { region, with: most }, byToken))
        for (const group of listAt(page.value, operation, "securityGroupInfo")) {
          const id = needed(group, operation, "groupId");
          const name = textAt(group, "groupName") ?? "";
          const data: Data<"aws.security_group"> = { region, name, rules: inboundRules(group) };
          yield item(
            "aws.security_group",
            { type: "security group", id, label: name ? `${name} (${id})` : id },
            data,
            page,
          );
        }
    }),
};

export const networks: Step = {
  id: "networks",
  title: "Networks",
  kinds: ["aws.vpc"],
  scopes: ["ec2:DescribeVpcs", "ec2:DescribeFlowLogs", "ec2:DescribeNetworkInterfaces"],
  collect: (context) =>
    inEach(context, "aws.vpc", regionsInUse(context), async function* (region) {
      const logs = await flowLogs(context, region);
      for await (const page of xmlPages(context.http, "DescribeVpcs", { region, with: most }, byToken))
        for (const vpc of listAt(page.value, "DescribeVpcs", "vpcSet")) {
          const id = needed(vpc, "DescribeVpcs", "vpcId");
          const data: Data<"aws.vpc"> = {
            region,
            default: flag(textAt(vpc, "isDefault")),
            interfaces: await hasInterfaces(context, region, id),
            flowLogs: logs.filter(({ of }) => of === id).map((log) => ({ id: log.id, status: log.status })),
          };
          yield item("aws.vpc", { type: "network", id, label: `${id} in ${region}` }, data, page);
        }
    }),
};

async function flowLogs({ http }: StepContext, region: string) {
  const found: { of: string; id: string; status: string }[] = [];
  for await (const page of xmlPages(http, "DescribeFlowLogs", { region, with: most }, byToken))
    for (const log of listAt(page.value, "DescribeFlowLogs", "flowLogSet"))
      found.push({
        of: textAt(log, "resourceId") ?? "",
        id: needed(log, "DescribeFlowLogs", "flowLogId"),
        status: textAt(log, "flowLogStatus") ?? "",
      });
  return found;
}

/** Whether anything is plugged into a network; how much of it there is does not matter. */
async function hasInterfaces({ http }: StepContext, region: string, vpc: string): Promise<boolean> {
  const operation = "DescribeNetworkInterfaces";
  const filter = { "Filter.1.Name": "vpc-id", "Filter.1.Value.1": vpc, MaxResults: 5 };
  const answer = (await askXml(http, operation, { region, with: filter }))!;
  return listAt(answer.value, operation, "networkInterfaceSet").length > 0;
}

export const regionSettings: Step = {
  id: "region-settings",
  title: "Encryption of new volumes",
  kinds: ["aws.region_settings"],
  scopes: ["ec2:GetEbsEncryptionByDefault"],
  collect: (context) =>
    inEach(context, "aws.region_settings", regionsInUse(context), async function* (region) {
      const answer = (await askXml(context.http, "GetEbsEncryptionByDefault", { region }))!;
      const ebsEncryption = flag(textAt(answer.value, "ebsEncryptionByDefault"));
      yield item("aws.region_settings", regionSubject(region), { ebsEncryption }, answer);
    }),
};
