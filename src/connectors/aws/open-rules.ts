import type { Data } from "./kinds.ts";
import { listAt, needed, textAt } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

type Rule = Data<"aws.security_group">["open"][number];

/** The world, in IPv4 and IPv6; `::/0` can be written out. */
const WORLD = /^(0\.0\.0\.0\/0|(0{0,4}:){1,7}(:|0{1,4})\/0)$/;

/** Inbound rules of a security group that let in every address of the internet, one for each source. */
export function openRules(group: XmlElement): Rule[] {
  return listAt(group, "DescribeSecurityGroups", "ipPermissions").flatMap((permission) => {
    const sources = [
      ...listAt(permission, "DescribeSecurityGroups", "ipRanges").map((range) => textAt(range, "cidrIp") ?? ""),
      ...listAt(permission, "DescribeSecurityGroups", "ipv6Ranges").map((range) => textAt(range, "cidrIpv6") ?? ""),
    ];
    const protocol = needed(permission, "DescribeSecurityGroups", "ipProtocol");
    const [from, to] = [port(textAt(permission, "fromPort")), port(textAt(permission, "toPort"))];
    return sources.filter((source) => WORLD.test(source)).map((source) => ({ protocol, from, to, source }));
  });
}

function port(text: string | undefined): number | null {
  const number = Number(text);
  // -1 is how AWS writes "all".
  return text === undefined || !Number.isInteger(number) || number < 0 ? null : number;
}

/** Ports over which servers and databases are administered. */
export const adminPorts: readonly (readonly [port: number, name: string])[] = [
  [22, "SSH"],
  [1433, "SQL Server"],
  [3306, "MySQL"],
  [3389, "RDP"],
  [5432, "PostgreSQL"],
  [6379, "Redis"],
  [27017, "MongoDB"],
];

/** What a rule opens of them, by name and port; "every port" for a rule without a limit. */
export function openedBy(rule: Rule): string[] {
  if (rule.protocol === "-1") return ["every port"];
  // 6 is TCP; what is administered here speaks nothing else.
  if (rule.protocol !== "tcp" && rule.protocol !== "6") return [];
  if (rule.from === null || rule.to === null) return ["every port"];
  const { from, to } = rule;
  return adminPorts.filter(([number]) => from <= number && number <= to).map(([number, name]) => `${name} (${number})`);
}
