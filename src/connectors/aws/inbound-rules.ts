import type { Data } from "./kinds.ts";
import { listAt, needed, textAt } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

type Rule = Data<"aws.security_group">["rules"][number];
const operation = "DescribeSecurityGroups";

/** Inbound rules of a security group that let in addresses; one that names other groups alone lets in nobody from outside. */
export function inboundRules(group: XmlElement): Rule[] {
  return listAt(group, operation, "ipPermissions")
    .map((permission) => ({
      protocol: needed(permission, operation, "ipProtocol"),
      from: port(textAt(permission, "fromPort")),
      to: port(textAt(permission, "toPort")),
      cidrs: [...named(permission, "ipRanges", "cidrIp"), ...named(permission, "ipv6Ranges", "cidrIpv6")],
      prefixLists: named(permission, "prefixListIds", "prefixListId"),
    }))
    .filter(({ cidrs, prefixLists }) => cidrs.length + prefixLists.length > 0);
}

function named(permission: XmlElement, list: string, field: string): string[] {
  return listAt(permission, operation, list).map((item) => needed(item, operation, field));
}

function port(text: string | undefined): number | null {
  const number = Number(text);
  // -1 is how AWS writes "all".
  return text === undefined || !Number.isInteger(number) || number < 0 ? null : number;
}
