import { Fact } from "#domain/facts/fact.ts";
import type { Reading, Table } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import { rangesOf } from "./addresses.ts";
import type { Ranges } from "./addresses.ts";
import { adminPorts } from "./admin-ports.ts";
import { isTheInternet } from "./the-internet.ts";

/** What a protocol of a rule, by AWS's words and IANA's numbers, has to do with ports. Of others that is not known. */
const PROTOCOLS: Table<Rule["protocol"]> = {
  "-1": "all",
  tcp: "ports",
  "6": "ports",
  udp: "ports",
  "17": "ports",
  icmp: "none",
  "1": "none",
  icmpv6: "none",
  "58": "none",
  "47": "none",
  "50": "none",
  "51": "none",
};

interface Rule {
  readonly protocol: "all" | "ports" | "none";
  readonly from: number;
  readonly to: number;
  readonly ranges: Ranges;
  readonly hasLists: boolean;
}

/** Whether inbound rules of a security group let the internet reach none of `adminPorts`, and what they open. */
export function openPorts(rules: Reading): { readonly closed: Truth; readonly words: string } {
  const each = rules.list().map((all) => all.map(ruleOf));
  // One rule that is open decides, whatever the others are; what rules let in together is known where all of them are.
  const alone = each.follow((all) => Truth.all(all.map((rule) => rule.holds((own) => isClosed([own])))));
  const together = each.follow((all) => Fact.all(all).holds((known) => isClosed(known)));
  const closed = alone.and(together);
  const opened = each.say((all) => [...new Set(all.flatMap((rule) => opens(rule)))].join(", "));
  const words = {
    yes: "opens none of them",
    no: `opens ${opened || "some of them, by several rules together"}`,
    unknown:
      "whether it opens one of them is not known: a prefix list, a protocol or ranges of addresses leave it open",
  };
  return { closed, words: closed.say(words) };
}

function ruleOf(rule: Reading): Fact<Rule> {
  const port = (name: "from" | "to", all: number) => rule.at(name).orNone().number().orElse(all);
  return Fact.all([
    rule.at("protocol").oneOf(PROTOCOLS),
    port("from", 0),
    port("to", 65_535),
    rule.at("cidrs").texts(),
    rule.at("prefixLists").texts(),
  ]).map(([protocol, from, to, cidrs, lists]): Rule => ({
    protocol,
    from,
    to,
    ranges: rangesOf(cidrs),
    hasLists: lists.length > 0,
  }));
}

const reaches = ({ protocol, from, to }: Rule, port: number): boolean =>
  protocol === "all" || (protocol === "ports" && from <= port && port <= to);

/** Undefined where a list that was not read, or ranges larger than one organization's, may be the world. */
function isClosed(rules: readonly Rule[]): boolean | undefined {
  const sets = new Set(
    adminPorts.map(([port]) => rules.flatMap((rule, at) => (reaches(rule, port) ? [at] : [])).join()),
  );
  const answers = [...sets].map((set) => closedFor(set === "" ? [] : set.split(",").map((at) => rules[Number(at)]!)));
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function closedFor(rules: readonly Rule[]): boolean | undefined {
  const open = isTheInternet({
    v4: rules.flatMap(({ ranges }) => ranges.v4),
    v6: rules.flatMap(({ ranges }) => ranges.v6),
  });
  if (open) return false;
  return open === undefined || rules.some(({ hasLists }) => hasLists) ? undefined : true;
}

/** What a rule opens by itself, by name and port; for people to read. */
function opens(rule: Fact<Rule>): string[] {
  const ports = rule.map((own) => {
    if (!isTheInternet(own.ranges)) return "";
    if (own.protocol === "all") return "every port";
    const open = adminPorts.filter(([port]) => reaches(own, port)).map(([port, name]) => `${name} (${port})`);
    return open.length > 5 ? `${open.slice(0, 5).join(", ")} and ${open.length - 5} more` : open.join(", ");
  });
  const said = ports.holds((words) => words !== "").say({ yes: ports.say(String), no: "", unknown: "" });
  return said === "" ? [] : [said];
}
