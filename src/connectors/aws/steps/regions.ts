import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { item } from "../../observe.ts";
import { askJson, askXml, jsonList } from "../call.ts";
import { homeRegion, knowsRegion } from "../partitions.ts";
import { inEach, regionSubject } from "../regions.ts";
import { RegionClosed } from "../refusal.ts";
import { listAt, needed, textAt } from "../xml.ts";

export const regions: Step = {
  id: "regions",
  title: "Regions",
  kinds: ["aws.region"],
  scopes: ["ec2:DescribeRegions"],
  async *collect(context) {
    // Without AllRegions only those that the account has switched on.
    const answer = (await askXml(context.http, "DescribeRegions", { region: homeRegion(context.typed) }))!;
    const listed = listAt(answer.value, "DescribeRegions", "regionInfo");
    // There is always one: without it everything in regions would look as if it were not there.
    if (listed.length === 0) throw new RequestFailed("malformed", "the answer to DescribeRegions names no region");
    for (const region of listed) {
      const name = needed(region, "DescribeRegions", "regionName");
      if (textAt(region, "optInStatus") === "not-opted-in") continue;
      yield item("aws.region", regionSubject(name), { known: knowsRegion(context.typed, name) }, answer);
    }
  },
};

/** Once a day: what is empty is not asked about every hour. */
export const regionUse: Step = {
  id: "region-use",
  title: "Regions in use",
  kinds: ["aws.region_use"],
  scopes: [
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeVolumes",
    "rds:DescribeDBInstances",
    "dynamodb:ListTables",
    "logs:DescribeLogGroups",
    "kms:ListKeys",
  ],
  everyHours: 24,
  collect: (context) => inEach(context, "aws.region_use", names(context), (region) => use(context, region)),
};

function names(context: StepContext): string[] {
  return context.items("aws.region").map(({ subject }) => subject.id);
}

async function* use(context: StepContext, region: string): AsyncGenerator<EvidenceItem> {
  try {
    const found: string[] = [];
    let at = context.now().toISOString();
    for (const [what, look] of looks) {
      const answer = await look(context, region);
      at = answer.at;
      if (answer.some) found.push(what);
    }
    yield item("aws.region_use", regionSubject(region), { closed: false, found }, { at });
  } catch (error) {
    if (!(error instanceof RegionClosed)) throw error;
    yield item(
      "aws.region_use",
      regionSubject(region),
      { closed: true, found: [] },
      { at: context.now().toISOString() },
    );
  }
}

type Look = (context: StepContext, region: string) => Promise<{ readonly some: boolean; readonly at: string }>;

const looks: readonly (readonly [string, Look])[] = [
  ["network interfaces", xmlLook("DescribeNetworkInterfaces", { MaxResults: 5 }, "networkInterfaceSet")],
  ["volumes", xmlLook("DescribeVolumes", { MaxResults: 5 }, "volumeSet")],
  ["databases", xmlLook("DescribeDBInstances", { MaxRecords: 20 }, "DescribeDBInstancesResult", "DBInstances")],
  ["tables", jsonLook("ListTables", { Limit: 1 }, "TableNames")],
  ["log groups", jsonLook("DescribeLogGroups", { limit: 1 }, "logGroups")],
  ["keys", jsonLook("ListKeys", { Limit: 1 }, "Keys")],
];

function xmlLook(
  name: "DescribeNetworkInterfaces" | "DescribeVolumes" | "DescribeDBInstances",
  parameters: Readonly<Record<string, number>>,
  ...path: readonly string[]
): Look {
  return async ({ http }, region) => {
    const answer = (await askXml(http, name, { region, with: parameters }))!;
    return { some: listAt(answer.value, name, ...path).length > 0, at: answer.at };
  };
}

function jsonLook(
  name: "ListTables" | "DescribeLogGroups" | "ListKeys",
  parameters: Readonly<Record<string, number>>,
  field: string,
): Look {
  return async ({ http }, region) => {
    const answer = (await askJson(http, name, { region, with: parameters }))!;
    return { some: jsonList(answer.value, field, name).length > 0, at: answer.at };
  };
}
