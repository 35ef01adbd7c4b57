import type { EvidenceItem, Step } from "../../connector.ts";
import { item, unreadable } from "../../observe.ts";
import type { Data } from "../kinds.ts";
import { dayOf } from "../days.ts";
import { xmlPages } from "../pages.ts";
import { homeRegion } from "../partitions.ts";
import { listAt, needed, textAt } from "../xml.ts";

const MOST = 1000;

export const users: Step = {
  id: "users",
  title: "Users",
  kinds: ["aws.user"],
  scopes: ["iam:ListUsers"],
  async *collect(context) {
    const call = { region: homeRegion(context.typed), with: { MaxItems: MOST } };
    const token = { parameter: "Marker", at: ["ListUsersResult", "Marker"] };
    for await (const page of xmlPages(context.http, "ListUsers", call, token))
      for (const user of listAt(page.value, "ListUsers", "ListUsersResult", "Users")) {
        const [id, name, arn] = ["UserId", "UserName", "Arn"].map((field) => needed(user, "ListUsers", field));
        const data: Data<"aws.user"> = { arn: arn!, name: name!, createdOn: dayOf(textAt(user, "CreateDate")) };
        yield item("aws.user", { type: "user", id: id!, label: name! }, data, page);
      }
  },
};

/** One request for each user, so not every hour: ages are counted in days. */
export const accessKeys: Step = {
  id: "access-keys",
  title: "Access keys",
  kinds: ["aws.access_key"],
  scopes: ["iam:ListUsers", "iam:ListAccessKeys"],
  everyHours: 4,
  async *collect(context) {
    for (const user of context.items("aws.user")) {
      const { name } = user.data as Data<"aws.user">;
      const call = { region: homeRegion(context.typed), with: { UserName: name, MaxItems: MOST } };
      const token = { parameter: "Marker", at: ["ListAccessKeysResult", "Marker"] };
      try {
        for await (const page of xmlPages(context.http, "ListAccessKeys", call, token)) {
          const keys = listAt(page.value, "ListAccessKeys", "ListAccessKeysResult", "AccessKeyMetadata");
          yield* keys.map((key) => keyItem(name, key, page));
        }
      } catch (error) {
        // A user who was removed since they were listed has no keys.
        if (error instanceof Error && /NoSuchEntity/.test(error.message)) continue;
        yield unreadable("aws.access_key", user.subject, error, context.now().toISOString());
      }
    }
  },
};

function keyItem(user: string, key: Parameters<typeof textAt>[0], page: { readonly at: string }): EvidenceItem {
  const id = needed(key, "ListAccessKeys", "AccessKeyId");
  const status = textAt(key, "Status");
  const data: Data<"aws.access_key"> = {
    user,
    active: status === "Active" ? true : status === "Inactive" ? false : null,
    createdOn: dayOf(textAt(key, "CreateDate")),
  };
  return item("aws.access_key", { type: "access key", id, label: `${user}, key ${id.slice(-4)}` }, data, page);
}

export const userPolicies: Step = {
  id: "user-policies",
  title: "Policies of users",
  kinds: ["aws.user_policies"],
  scopes: ["iam:GetAccountAuthorizationDetails"],
  async *collect(context) {
    const operation = "GetAccountAuthorizationDetails";
    const call = { region: homeRegion(context.typed), with: { "Filter.member.1": "User", MaxItems: MOST } };
    const token = { parameter: "Marker", at: [`${operation}Result`, "Marker"] };
    for await (const page of xmlPages(context.http, operation, call, token))
      for (const user of listAt(page.value, operation, `${operation}Result`, "UserDetailList")) {
        const [id, name] = [needed(user, operation, "UserId"), needed(user, operation, "UserName")];
        const policies = listAt(user, operation, "AttachedManagedPolicies");
        const data: Data<"aws.user_policies"> = {
          name,
          attached: policies.map((policy) => needed(policy, operation, "PolicyArn")).toSorted(),
        };
        yield item("aws.user_policies", { type: "user", id, label: name }, data, page);
      }
  },
};
