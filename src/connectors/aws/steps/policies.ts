import type { EvidenceItem, Step } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { item } from "../../observe.ts";
import type { Data } from "../kinds.ts";
import { xmlPages } from "../pages.ts";
import { homeRegion } from "../partitions.ts";
import { policyReach } from "../policy-reach.ts";
import { currentVersion } from "../policy-version.ts";
import { listAt, needed, textAt, wholeNumber, within } from "../xml.ts";
import type { XmlElement } from "../xml.ts";

const operation = "GetAccountAuthorizationDetails";
const MOST = 1000;
const holders = ["User", "Group", "Role"] as const;

/** Policies that the company wrote. AWS's own are the same in every account. */
export const policies: Step = {
  id: "policies",
  title: "Policies",
  kinds: ["aws.policy"],
  scopes: ["iam:GetAccountAuthorizationDetails"],
  everyHours: 4,
  async *collect(context) {
    const filters = [...holders, "LocalManagedPolicy"].map((filter, at) => [`Filter.member.${at + 1}`, filter]);
    const call = { region: homeRegion(context.typed), with: { ...Object.fromEntries(filters), MaxItems: MOST } };
    const token = { parameter: "Marker", at: [`${operation}Result`, "Marker"] };
    for await (const page of xmlPages(context.http, operation, call, token)) {
      const result = within(page.value, `${operation}Result`);
      for (const holder of holders)
        for (const entry of listAt(result, operation, `${holder}DetailList`))
          yield* inlinePolicies(entry, holder, context.account.id, page);
      for (const policy of listAt(result, operation, "Policies"))
        if (!/^arn:[^:]*:iam::aws:/.test(needed(policy, operation, "Arn")))
          yield managedPolicy(policy, context.account.id, page);
    }
  },
};

function managedPolicy(policy: XmlElement, account: string, page: { readonly at: string }): EvidenceItem {
  const subject = {
    type: "policy",
    id: needed(policy, operation, "PolicyId"),
    label: needed(policy, operation, "PolicyName"),
  };
  const data: Data<"aws.policy"> = {
    holders: wholeNumber(textAt(policy, "AttachmentCount")),
    ...reachOf(() => currentVersion(policy), account),
  };
  return item("aws.policy", subject, data, page);
}

function inlinePolicies(
  holder: XmlElement,
  type: (typeof holders)[number],
  account: string,
  page: { readonly at: string },
): EvidenceItem[] {
  // AWS leaves out the list of who has none.
  const list = within(holder, `${type}PolicyList`)?.children ?? [];
  return list.map((policy) => {
    const [name, of] = [needed(policy, operation, "PolicyName"), needed(holder, operation, `${type}Name`)];
    const subject = {
      type: "policy",
      id: `${needed(holder, operation, `${type}Id`)}/${name}`,
      label: `${name} of ${type.toLowerCase()} ${of}`,
    };
    const reach = reachOf(() => needed(policy, operation, "PolicyDocument"), account);
    return item("aws.policy", subject, { holders: 1, ...reach } satisfies Data<"aws.policy">, page);
  });
}

/** One policy without a document does not hide the others. */
function reachOf(document: () => string, account: string): ReturnType<typeof policyReach> {
  try {
    return policyReach(document(), account);
  } catch (error) {
    if (error instanceof RequestFailed) return { everything: null, allows: "its document was not shown" };
    throw error;
  }
}
