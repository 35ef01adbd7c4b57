import type { Population } from "#domain/facts/population.ts";
import { everyItem } from "../facts.ts";
import type { Member } from "../facts.ts";
import type { CheckFacts } from "../check.ts";
import { addressOf, byBeing, lastSignIn } from "../shape.ts";
import type { Mappings } from "../shape.ts";

const administrators = (facts: CheckFacts): Population<Member> =>
  everyItem(facts, "installation.administrator", "administrators");

export const shapes: Mappings = {
  account: {
    steps: ["administrators"],
    partial: "accounts of people who are no platform admins",
    lacks: { createdAt: "not asked" },
    map(facts) {
      const all = administrators(facts);
      return {
        ...all,
        members: all.members.map(({ resource, data }) => ({
          ...resource,
          facts: {
            class: byBeing(data, "human" as const),
            active: data.at("active").flag(),
            canSignIn: data.at("active").flag(),
            email: addressOf(data.at("email")),
            lastSignInAt: lastSignIn(data.at("lastSignInOn")),
            secondFactor: data
              .at("secondFactor")
              .flag()
              .map((has) => (has ? ("any" as const) : ("none" as const))),
          },
        })),
      };
    },
  },
  grant: {
    steps: ["administrators"],
    partial: "roles of its database and its machines are not read",
    lacks: { eligible: "not asked", production: "not asked" },
    map(facts) {
      const all = administrators(facts);
      return {
        ...all,
        members: all.members.map(({ resource, data }) => ({
          ...resource,
          facts: {
            to: byBeing(data, resource.id),
            role: byBeing(data, "platform admin"),
            level: byBeing(data, "admin" as const),
            over: byBeing(data, "account" as const),
          },
        })),
      };
    },
  },
  device: { none: "An installation manages no devices." },
  application: { none: "An installation lets no applications in." },
  repository: { none: "An installation holds no source code." },
};
