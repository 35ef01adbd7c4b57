import fc from "fast-check";
import { adminPorts } from "#connectors/aws/admin-ports.ts";
import type { EvidenceItem, Json } from "#connectors/connector.ts";
import { ACCOUNT, groupItem, NOW, policyItem, trailItem, wholeTrail } from "./judge-aws.ts";
import type { InboundRule } from "./judge-aws.ts";

/** Something of an account, and whether it may pass, by a reading of its own that shares nothing with the connector's. */
export interface Narrowed {
  readonly check: string;
  readonly items: readonly EvidenceItem[];
  readonly mayPass: boolean;
  readonly made: unknown;
}

const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz".split(""));
const some = <T>(arbitrary: fc.Arbitrary<T>, maxLength = 4) => fc.array(arbitrary, { minLength: 1, maxLength });

// Policies: acts that are asked of whatever a policy says, by a matcher of its own.

const services = [
  "iam",
  "s3",
  "ec2",
  "kms",
  "dynamodb",
  "lambda",
  "logs",
  "zocalo",
  "quicksight",
  "athena",
  "mq",
  "wafv2",
];
const acts = services.flatMap((service) =>
  ["us-east-1", "eu-west-1", ""].flatMap((region) =>
    ["thing/one", "other/two", "third"].flatMap((resource) =>
      ["CreateThing", "GetThing", "Zip"].map((action) => [
        `${service}:${action}`,
        `arn:aws:${service}:${region}:${ACCOUNT}:${resource}`,
      ]),
    ),
  ),
);
const actions = fc.oneof(
  fc.constantFrom("*", "*:*", "**", "?*:*", "*:?*", "s3:*", "iam:*", "ec2:Describe*", "*:Get*", "*:Create*"),
  letter.map((item) => `${item}*`),
  fc.constantFrom(...services).map((service) => `${service}:*`),
);
const resources = fc.constantFrom(
  "*",
  "**",
  "arn:*",
  "arn:aws:*",
  "arn:aws:*:*:*:*",
  `arn:aws:*:*:${ACCOUNT}:*`,
  "arn:aws:*:us-east-1:*",
  "arn:aws:s3:::acme/*",
  "arn:aws:${x}",
  "arn:aws:*:*:*:thing/*",
  "arn:aws:*:*:*:other/*",
);
const statement = fc.record(
  {
    Effect: fc.constantFrom("Allow", "Allow", "Allow", "Deny"),
    Action: fc.oneof(
      actions,
      some(actions, 26),
      fc.constant("abcdefghijklmnopqrstuvwxyz".split("").map((a) => `${a}*`)),
    ),
    Resource: fc.oneof(resources, some(resources)),
    not: fc.constantFrom("", "", "", "Action", "Resource"),
    Condition: fc.constantFrom(undefined, undefined, {}, { Bool: { "aws:MultiFactorAuthPresent": "true" } }),
  },
  { requiredKeys: ["Effect", "Action", "Resource", "not"] },
);

const policies: fc.Arbitrary<Narrowed> = some(statement, 3).map((all) => {
  const Statement = all.map(({ not, Condition, ...rest }) => {
    const { [not as "Action"]: turned, ...plain } = rest;
    const named = not === "" ? rest : { ...plain, [`Not${not}`]: turned };
    return Condition === undefined ? named : { ...named, Condition };
  });
  // Whatever is turned round or conditioned is taken for allowed: it may be.
  const listed = (value: string | readonly string[]) => (typeof value === "string" ? [value] : value);
  const allows = ([action, resource]: readonly string[]) =>
    all.some(
      (item) =>
        item.Effect === "Allow" &&
        (item.not === "Action" || listed(item.Action).some((pattern) => globbed(pattern, action!))) &&
        (item.not === "Resource" || listed(item.Resource).some((pattern) => globbed(pattern, resource!))),
    );
  return {
    check: "aws.iam.bounded-policies",
    items: [policyItem({ Statement })],
    mayPass: !acts.every(allows),
    made: Statement,
  };
});

function globbed(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/\$\{.*/, "*")
    .replace(/[.+^$()|[\]\\{}]/g, "\\$&")
    .replace(/\*+/g, "[^]*")
    .replace(/\?/g, "[^]");
  return new RegExp(`^${source}$`, "i").test(text);
}

// Security groups: addresses over the whole internet that knock at each port.

const knocking = Array.from({ length: 222 }, (_, at) => at + 1)
  .filter((first) => ![10, 100, 127, 169, 172, 192, 198].includes(first))
  .map((first) => `${first}.201.2.3`);
const halves = ["0.0.0.0/1", "128.0.0.0/1"];
const quarters = ["0.0.0.0/2", "64.0.0.0/2", "128.0.0.0/2", "192.0.0.0/2"];
const cidrs = fc.oneof(
  fc.constantFrom(
    ["0.0.0.0/0"],
    halves,
    quarters,
    halves.slice(0, 1),
    halves.slice(1),
    ["10.0.0.0/8"],
    ["203.0.113.0/24"],
  ),
  fc.shuffledSubarray([...halves, ...quarters, "0.0.0.0/3", "32.0.0.0/3", "203.0.113.7/32"]),
  fc.constant(Array.from({ length: 256 }, (_, at) => `${at}.0.0.0/8`)),
);
const ports = fc.constantFrom(...adminPorts.map(([port]) => port), 443, 80, 8443);
const rule: fc.Arbitrary<InboundRule> = fc.record(
  {
    protocol: fc.constantFrom("tcp", "udp", "6", "17", "-1", "icmp", "132"),
    ports: fc
      .tuple(ports, fc.nat(2000))
      .map(([port, more]) => [Math.max(0, port - more), Math.min(65_535, port + more)] as const),
    v4: cidrs,
    v6: fc.constantFrom([], ["::/0"], ["2000::/3"], ["::/1", "8000::/1"], ["2001:db8::/32"]),
    lists: fc.constantFrom([], [], [], ["pl-1"]),
  },
  { requiredKeys: ["protocol", "ports", "v4"] },
);

const groups: fc.Arbitrary<Narrowed> = fc.array(rule, { maxLength: 4 }).map((rules) => {
  const open = adminPorts.some(([port]) => {
    const at = rules.filter(
      ({ protocol, ports: range }) =>
        protocol === "-1" || (protocol !== "icmp" && range !== undefined && range[0] <= port && port <= range[1]),
    );
    if (at.some(({ lists = [] }) => lists.length > 0)) return true;
    if (at.flatMap(({ v6 = [] }) => v6).some((cidr) => cidr !== "2001:db8::/32")) return true;
    const all = at.flatMap(({ v4 = [] }) => v4);
    return knocking.every((address) => all.some((cidr) => within(address, cidr)));
  });
  return { check: "aws.sg.admin-ports", items: [groupItem(rules)], mayPass: !open, made: rules };
});

const bitsOf = new Map<string, string>();

function within(address: string, cidr: string): boolean {
  const [network = "", length = ""] = cidr.split("/");
  return bits(address).startsWith(bits(network).slice(0, Number(length)));
}

function bits(address: string): string {
  const known = bitsOf.get(address);
  if (known !== undefined) return known;
  const made = address.split(".").map((part) => Number(part).toString(2).padStart(8, "0"));
  bitsOf.set(address, made.join(""));
  return made.join("");
}

// Trails: events that happen in the account, and whether some trail has all of them.

const events = ["iam.amazonaws.com", "kms.amazonaws.com", "rdsdata.amazonaws.com"].flatMap((source) =>
  [true, false].flatMap((readOnly) => ["One", "ConsoleLogin"].map((name) => ({ source, readOnly, name }))),
);
const flagged = fc.constantFrom(true, true, true, true, true, false, null);
const basicSelector = fc.record({
  ReadWriteType: fc.constantFrom("All", "All", "ReadOnly", "WriteOnly", "Most"),
  IncludeManagementEvents: flagged,
  ExcludeManagementEventSources: fc.constantFrom([], [], ["kms.amazonaws.com"], ["rdsdata.amazonaws.com"]),
});
const narrowing = fc.constantFrom<Record<string, Json>>(
  { Field: "readOnly", Equals: ["true"] },
  { Field: "readOnly", Equals: ["false"] },
  { Field: "readOnly", NotEquals: ["true"] },
  { Field: "eventSource", NotEquals: ["kms.amazonaws.com"] },
  { Field: "eventName", Equals: ["ConsoleLogin"] },
);
const advancedSelector = fc
  .record({
    category: fc.constantFrom("Management", "Management", "Data", "Insight"),
    fields: fc.array(narrowing, { maxLength: 2 }),
  })
  .map(({ category, fields }) => [{ Field: "eventCategory", Equals: [category] }, ...fields]);

interface MadeTrail {
  readonly flags: readonly (boolean | null)[];
  readonly hours: number;
  readonly error: string;
  readonly basic: readonly { readonly [name: string]: Json }[];
  readonly advanced: readonly (readonly { readonly [name: string]: Json }[])[];
}

const trail: fc.Arbitrary<MadeTrail> = fc.record({
  flags: fc.tuple(flagged, flagged, flagged, flagged),
  hours: fc.constantFrom(0, 1, 23, 25, 200),
  error: fc.constantFrom("", "", "", "AccessDenied"),
  basic: fc.array(basicSelector, { maxLength: 2 }),
  advanced: fc.array(advancedSelector, { maxLength: 2 }),
});

const trails: fc.Arbitrary<Narrowed> = fc.array(trail, { maxLength: 3 }).map((made) => {
  const items = made.map(({ flags, hours, error, basic, advanced }, at) => {
    const [IsMultiRegionTrail, IncludeGlobalServiceEvents, LogFileValidationEnabled, IsLogging] = flags as boolean[];
    const about = { ...wholeTrail.trail, IsMultiRegionTrail, IncludeGlobalServiceEvents, LogFileValidationEnabled };
    const LatestDeliveryTime = NOW.getTime() / 1000 - hours * 3600;
    const records = {
      EventSelectors: basic,
      AdvancedEventSelectors: advanced.map((FieldSelectors) => ({ Name: "one", FieldSelectors })),
    };
    const status = { IsLogging, LatestDeliveryTime, LatestDeliveryError: error };
    return trailItem(about as Record<string, Json>, status as Record<string, Json>, records, `trail-${at}`);
  });
  const mayPass = made.some(
    ({ flags, hours, error, basic, advanced }) =>
      flags.every((flag) => flag === true) &&
      hours <= 24 &&
      error === "" &&
      events.every((event) => basic.some((item) => basicHas(item, event)) || advanced.some((item) => has(item, event))),
  );
  return { check: "aws.trail.multi-region", items, mayPass, made };
});

type Event = (typeof events)[number];

function basicHas(selector: { readonly [name: string]: Json }, { readOnly, source }: Event): boolean {
  const { ReadWriteType, IncludeManagementEvents, ExcludeManagementEventSources } = selector;
  const excluded = ExcludeManagementEventSources as readonly string[];
  const modes = readOnly ? ["All", "ReadOnly"] : ["All", "WriteOnly"];
  return IncludeManagementEvents === true && modes.includes(ReadWriteType as string) && !excluded.includes(source);
}

function has(fields: readonly { readonly [name: string]: Json }[], event: Event): boolean {
  const facts: Readonly<Record<string, string>> = {
    eventCategory: "Management",
    readOnly: String(event.readOnly),
    eventSource: event.source,
    eventName: event.name,
  };
  return fields.every(({ Field, Equals, NotEquals }) => {
    const value = facts[Field as string]!;
    if (Equals) return (Equals as readonly string[]).includes(value);
    return !(NotEquals as readonly string[]).includes(value);
  });
}

export const narrowed = { policies, groups, trails } as const;
