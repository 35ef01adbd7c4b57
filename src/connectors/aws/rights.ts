import type { Json } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import type { Http } from "../http.ts";
import { isObject } from "./call.ts";
import { xmlPages } from "./pages.ts";
import { currentVersion } from "./policy-version.ts";
import { matches } from "./wildcards.ts";
import { optional, required } from "./scopes.ts";
import { listAt, needed, textAt } from "./xml.ts";
import type { XmlElement } from "./xml.ts";
import { oneOrMany } from "./one-or-many.ts";

const operation = "GetAccountAuthorizationDetails";
// Policies of AWS that only read. The first two have everything that is asked here.
const reading = new Map([
  ["SecurityAudit", true],
  ["ReadOnlyAccess", true],
  ["ViewOnlyAccess", false],
]);

/**
 * What we may do, as IAM says it of ourselves: the scopes that are covered, and, as `forbidden` knows it, whatever goes beyond
 * reading. Undefined where we may not see it, or do not find ourselves. What is denied elsewhere is not taken off.
 */
export async function grantedTo(http: Http, arn: string, region: string): Promise<readonly string[] | undefined> {
  const [, resource = ""] = /^arn:[^:]*:(?:iam|sts)::\d*:(.*)$/.exec(arn) ?? [];
  if (resource === "root") return ["*"];
  const [type, ...names] = resource.split("/");
  const [list, name] = type === "assumed-role" ? ["Role", names[0]] : ["User", names.at(-1)];
  try {
    const details = await detailsOf(http, region, list === "Role" ? [list] : [list, "Group"]);
    const ourselves = details.get(`${list}DetailList`)?.find((item) => textAt(item, `${list}Name`) === name);
    return ourselves && granted([ourselves, ...groupsOf(ourselves, details)], details.get("Policies") ?? []);
  } catch (error) {
    if (error instanceof RequestFailed) return undefined;
    throw error;
  }
}

type Details = ReadonlyMap<string, readonly XmlElement[]>;

async function detailsOf(http: Http, region: string, filters: readonly string[]): Promise<Details> {
  const asked = [...filters, "LocalManagedPolicy"].map((filter, at) => [`Filter.member.${at + 1}`, filter]);
  const token = { parameter: "Marker", at: [`${operation}Result`, "Marker"] };
  const found = new Map<string, XmlElement[]>();
  for await (const page of xmlPages(
    http,
    operation,
    { region, with: { ...Object.fromEntries(asked), MaxItems: 1000 } },
    token,
  ))
    for (const list of listAt(page.value, operation, `${operation}Result`))
      found.set(list.name, [...(found.get(list.name) ?? []), ...list.children]);
  return found;
}

function groupsOf(user: XmlElement, details: Details): XmlElement[] {
  const names = user.children.find(({ name }) => name === "GroupList")?.children.map(({ text }) => text) ?? [];
  return (details.get("GroupDetailList") ?? []).filter((group) => names.includes(textAt(group, "GroupName") ?? ""));
}

function granted(holders: readonly XmlElement[], managed: readonly XmlElement[]): string[] {
  const actions: string[] = [];
  const policies: string[] = [];
  let everything = false;
  for (const holder of holders)
    for (const list of holder.children) {
      if (/^(Role|User|Group)PolicyList$/.test(list.name))
        actions.push(...list.children.flatMap((policy) => actionsIn(needed(policy, operation, "PolicyDocument"))));
      if (list.name !== "AttachedManagedPolicies") continue;
      for (const policy of list.children) {
        const arn = needed(policy, operation, "PolicyArn");
        const own = managed.find((item) => textAt(item, "Arn") === arn && !/^arn:[^:]*:iam::aws:/.test(arn));
        const name = arn.replace(/^.*\//, "");
        if (own) actions.push(...actionsIn(currentVersion(own)));
        else if (reading.has(name)) everything ||= reading.get(name)!;
        else policies.push(`policy/${name}`);
      }
    }
  const names = [...required, ...optional].map((scope) => scope.name);
  const covered = names.filter((name) => everything || actions.some((action) => matches(action, name)));
  return [...new Set([...covered, ...actions.filter((action) => !names.includes(action)), ...policies])];
}

/** Actions that a policy allows. One that allows all but some allows more than can be listed: "*". */
function actionsIn(document: string): string[] {
  const policy = JSON.parse(decodeURIComponent(document)) as Json;
  const statements = oneOrMany(isObject(policy) ? policy["Statement"] : undefined).filter(isObject);
  return statements
    .filter((statement) => statement["Effect"] === "Allow")
    .flatMap((statement) => (statement["Action"] === undefined ? ["*"] : oneOrMany(statement["Action"]).map(String)));
}
