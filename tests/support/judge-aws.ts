import { checks } from "#connectors/aws/checks/index.ts";
import { inboundRules } from "#connectors/aws/inbound-rules.ts";
import { policyReach } from "#connectors/aws/policy-reach.ts";
import { steps } from "#connectors/aws/steps/index.ts";
import { trailData } from "#connectors/aws/steps/trails.ts";
import { parseXml } from "#connectors/aws/xml.ts";
import type { EvidenceItem, Json, StepReport } from "#connectors/connector.ts";
import { judgeChecks } from "#connectors/judge.ts";

export const ACCOUNT = "123456789012";
export const NOW = new Date("2026-11-22T12:00:00.000Z");
const at = NOW.toISOString();

/** What a check says of items, after a run in which every step was complete. */
export function judgeAws(id: string, items: readonly EvidenceItem[]) {
  const reports = steps.map(({ id: step }): StepReport => ({
    step,
    status: "complete",
    pages: 1,
    items: 1,
    startedAt: at,
    endedAt: at,
    missing: [],
    detail: "",
  }));
  const check = checks.filter((check) => check.id === id);
  return judgeChecks(check, { items, steps: reports, settings: {}, now: NOW })[0]!;
}

const item = (kind: string, id: string, data: object): EvidenceItem => ({
  kind,
  subject: { type: "resource", id, label: id },
  data: data as Json,
  observedAt: at,
});

/** A policy of the company's own that two have, as IAM answers its text. */
export function policyItem(policy: object, holders = 2): EvidenceItem {
  const reach = policyReach(encodeURIComponent(JSON.stringify(policy)), ACCOUNT);
  return item("aws.policy", "ANPAEXAMPLE", { holders, ...reach });
}

/** An inbound rule of a security group. */
export interface InboundRule {
  readonly protocol: string;
  readonly ports?: readonly [from: number, to: number];
  readonly v4?: readonly string[];
  readonly v6?: readonly string[];
  readonly lists?: readonly string[];
}

/** A security group, as EC2 answers it. */
export function groupItem(rules: readonly InboundRule[]): EvidenceItem {
  const all = (name: string, field: string, values: readonly string[] = []) =>
    `<${name}>${values.map((value) => `<item><${field}>${value}</${field}></item>`).join("")}</${name}>`;
  const permissions = rules.map(({ protocol, ports, v4, v6, lists }) =>
    [
      `<item><ipProtocol>${protocol}</ipProtocol>`,
      ports ? `<fromPort>${ports[0]}</fromPort><toPort>${ports[1]}</toPort>` : "",
      `<groups/>${all("ipRanges", "cidrIp", v4)}${all("ipv6Ranges", "cidrIpv6", v6)}`,
      `${all("prefixListIds", "prefixListId", lists)}</item>`,
    ].join(""),
  );
  const group = parseXml(`<item><ipPermissions>${permissions.join("")}</ipPermissions></item>`, "a test");
  return item("aws.security_group", "sg-1", { region: "us-east-1", name: "web", rules: inboundRules(group) });
}

type Answer = Readonly<Record<string, Json>>;

/** A trail, as CloudTrail answers about it; `records` is the answer to GetEventSelectors. */
export function trailItem(trail: Answer, status: Answer, records: Answer, id = "trail"): EvidenceItem {
  return item("aws.trail", id, trailData(trail, status, records, NOW));
}

/** What CloudTrail answers of a trail that records everything. */
export const wholeTrail = {
  trail: {
    Name: "audit",
    HomeRegion: "us-east-1",
    IsMultiRegionTrail: true,
    IncludeGlobalServiceEvents: true,
    LogFileValidationEnabled: true,
  },
  status: { IsLogging: true, LatestDeliveryTime: NOW.getTime() / 1000 - 300 },
  records: {
    EventSelectors: [
      { ReadWriteType: "All", IncludeManagementEvents: true, DataResources: [], ExcludeManagementEventSources: [] },
    ],
  },
} as const;
