import { Fact } from "#domain/facts/fact.ts";
import { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import { everyItem } from "../facts.ts";
import { addressOf, byBeing, lastSignIn } from "../shape.ts";
import type { Mappings } from "../shape.ts";

/** A directory lists people alone: programs have service accounts of Google Cloud. */
export const shapes: Mappings = {
  account: {
    steps: ["users"],
    lacks: {},
    map(facts) {
      const users = everyItem(facts, "gws.user", "users");
      return {
        ...users,
        members: users.members.map(({ resource, data }) => {
          const active = Fact.all<[boolean, boolean]>([data.at("suspended").flag(), data.at("archived").flag()]).map(
            ([suspended, archived]) => !suspended && !archived,
          );
          return {
            ...resource,
            facts: {
              class: byBeing(data, "human"),
              active,
              canSignIn: active,
              email: addressOf(Reading.of(resource.label, `${data.path} address`)),
              createdAt: data.at("createdOn").instant(),
              lastSignInAt: lastSignIn(data.at("lastLoginOn")),
              secondFactor: data
                .at("isEnrolledIn2Sv")
                .flag()
                .map((is) => (is ? "any" : "none")),
            },
          };
        }),
      };
    },
  },
  grant: {
    steps: ["users", "administrator-roles"],
    lacks: { eligible: "not asked", production: "not asked" },
    map(facts) {
      const users = everyItem(facts, "gws.user", "users");
      const assigned = everyItem(facts, "gws.role_assignment", "administrator-roles");
      const isPerson = ({ data }: (typeof assigned.members)[number]) =>
        data.at("assigneeType").oneOf({ user: true, group: false });
      const labels = new Map(users.members.map(({ resource }) => [resource.id, resource.label]));
      return {
        name: "administrators",
        // Who is in a group that holds a role is not read.
        whole: Truth.all([users.whole, assigned.whole, ...assigned.members.map((grant) => isPerson(grant).is(true))]),
        members: [
          ...users.members.map(({ resource, data }) => {
            const isAdmin = data.at("isAdmin").flag();
            return {
              id: `super administrator ${resource.id}`,
              label: resource.label,
              facts: {
                to: byBeing(data, resource.id),
                role: isAdmin.map((is) => (is ? "super administrator" : "user")),
                level: isAdmin.map((is) => (is ? ("admin" as const) : ("basic" as const))),
                over: byBeing(data, "account" as const),
              },
            };
          }),
          ...assigned.members.map((grant) => {
            const { resource, data } = grant;
            const to = Fact.all<[boolean, string]>([isPerson(grant), data.at("assignedTo").text()]);
            return {
              id: resource.id,
              label: to.say(([, id]) => labels.get(id) ?? id),
              facts: {
                to: to.map(([is, id]) => {
                  if (!is) throw new Error("a group");
                  return id;
                }),
                role: data.at("roleId").text(),
                // Google has no role that administers nothing.
                level: byBeing(data, "admin" as const),
                over: byBeing(data, "account" as const),
              },
            };
          }),
        ],
      };
    },
  },
  device: { none: "Google's devices need a scope that is not asked for." },
  application: {
    steps: ["app-grants"],
    partial: "Google's record of apps goes back 180 days",
    lacks: {},
    map(facts) {
      const apps = everyItem(facts, "gws.app_grant", "app-grants");
      return {
        ...apps,
        members: apps.members.map(({ resource, data }) => ({
          ...resource,
          facts: { people: data.at("people").number(), scopes: data.at("scopes").texts() },
        })),
      };
    },
  },
  repository: { none: "Google Workspace holds no source code." },
};
