import { populationIn } from "#domain/facts/population.ts";
import type { Table } from "#domain/facts/reading.ts";
import { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import { everyItem, memberOf } from "../facts.ts";
import { addressOf, byBeing, lastSignIn } from "../shape.ts";
import type { Mappings } from "../shape.ts";
import { isService } from "./company-settings.ts";
import { statuses } from "./steps/known-users.ts";

/** Okta's standard roles (developer.okta.com/docs/reference/api/roles); a company's own say nothing of their level. */
const LEVELS: Table<"admin" | "read"> = {
  SUPER_ADMIN: "admin",
  ORG_ADMIN: "admin",
  APP_ADMIN: "admin",
  USER_ADMIN: "admin",
  GROUP_MEMBERSHIP_ADMIN: "admin",
  HELP_DESK_ADMIN: "admin",
  MOBILE_ADMIN: "admin",
  API_ACCESS_MANAGEMENT_ADMIN: "admin",
  API_ADMIN: "admin",
  READ_ONLY_ADMIN: "read",
  REPORT_ADMIN: "read",
};

export const shapes: Mappings = {
  account: {
    steps: ["users"],
    lacks: {},
    map(facts) {
      const users = everyItem(facts, "okta.user", "users");
      const factors = new Map(facts.items("okta.factors").map((item) => [item.subject.id, memberOf(item)]));
      const service = isService(facts);
      return {
        ...users,
        members: users.members.map(({ resource, data }) => {
          const status = data.at("status").oneOf<string>(statuses);
          const own = factors.get(resource.id)?.data ?? Reading.unread("not asked", `okta.factors:${resource.id}`);
          return {
            ...resource,
            facts: {
              class: data
                .at("login")
                .text()
                .map((login) => (service(login) ? "service" : "human")),
              // Who has not signed in yet still may: that account is not disabled.
              active: status.map((meaning) => meaning !== "gone"),
              canSignIn: status.map((meaning) => meaning === "active"),
              email: addressOf(data.at("login")),
              createdAt: data.at("createdOn").instant(),
              lastSignInAt: lastSignIn(data.at("lastLoginOn")),
              secondFactor: own
                .at("types")
                .texts()
                .map((types) => (types.length > 0 ? "any" : "none")),
            },
          };
        }),
      };
    },
  },
  grant: {
    steps: ["admins"],
    lacks: { eligible: "not asked", production: "not asked" },
    map(facts) {
      const admins = everyItem(facts, "okta.admin", "admins");
      const held = admins.members.map(({ resource, data }) => ({
        resource,
        data,
        roles: populationIn(`${data.path}.roles`, data.at("roles").list()),
      }));
      return {
        name: "administrators",
        whole: Truth.all([admins.whole, ...held.map(({ roles }) => roles.whole)]),
        members: held.flatMap(({ resource, data, roles }) =>
          roles.members.map((role, at) => ({
            id: `${resource.id} ${at}`,
            label: resource.label,
            facts: {
              to: byBeing(data, resource.id),
              role: role.at("type").text(),
              level: role.at("type").oneOf(LEVELS),
              over: byBeing(data, "account" as const),
            },
          })),
        ),
      };
    },
  },
  device: { none: "Okta's devices need a scope that is not asked for." },
  application: {
    steps: ["assignments"],
    lacks: { scopes: "not asked" },
    map(facts) {
      const apps = everyItem(facts, "okta.app", "assignments");
      return {
        ...apps,
        members: apps.members.map(({ resource, data }) => ({
          ...resource,
          facts: { people: data.at("assigned").number() },
        })),
      };
    },
  },
  repository: { none: "Okta holds no source code." },
};
