import { everyItem } from "../facts.ts";
import { byBeing } from "../shape.ts";
import type { Mappings } from "../shape.ts";

/** Jira is asked for its administrators alone, and their addresses are not shown to an app. */
export const shapes: Mappings = {
  account: {
    steps: ["administrators"],
    partial: "people who do not administer Jira are not read",
    lacks: {
      email: "not shown",
      canSignIn: "not shown",
      createdAt: "not shown",
      lastSignInAt: "not shown",
      secondFactor: "not shown",
    },
    map(facts) {
      const people = everyItem(facts, "jira.administrator", "administrators");
      return {
        ...people,
        members: people.members.map(({ resource, data }) => ({
          ...resource,
          facts: { class: byBeing(data, "human"), active: data.at("active").flag() },
        })),
      };
    },
  },
  grant: {
    steps: ["administrators"],
    lacks: { eligible: "not asked", production: "not asked" },
    map(facts) {
      const people = everyItem(facts, "jira.administrator", "administrators");
      return {
        ...people,
        members: people.members.map(({ resource, data }) => ({
          id: resource.id,
          label: resource.label,
          facts: {
            to: byBeing(data, resource.id),
            role: data
              .at("groups")
              .texts()
              .map((groups) => groups.join(", ")),
            level: byBeing(data, "admin" as const),
            over: byBeing(data, "account" as const),
          },
        })),
      };
    },
  },
  device: { none: "Jira knows no devices." },
  application: { none: "Jira's installed apps are not asked for." },
  repository: { none: "Jira holds no source code." },
};
