import { Fact } from "#domain/facts/fact.ts";
import type { Table } from "#domain/facts/reading.ts";
import { Reading } from "#domain/facts/reading.ts";
import { everyItem, memberOf } from "../facts.ts";
import { byBeing, factOf } from "../shape.ts";
import type { Mappings } from "../shape.ts";
import { exceptionOf } from "../exceptions.ts";
import { namesOf } from "./company-settings.ts";
import { everyRepository } from "./checks/every-repository.ts";
import { everyMember } from "./checks/people.ts";

const CLASSES: Table<"human" | "guest"> = { admin: "human", member: "human", "outside collaborator": "guest" };
const LEVELS: Table<"admin" | "basic"> = { admin: "admin", member: "basic", "outside collaborator": "basic" };
/** Roles in a repository; those that an organization makes itself say nothing of their level. */
const IN_REPOSITORY: Table<"admin" | "write" | "read"> = {
  read: "read",
  pull: "read",
  triage: "read",
  write: "write",
  push: "write",
  maintain: "write",
  admin: "admin",
};
/** Whether who has a role in a repository may change its settings. */
const MANAGES: Table<boolean> = {
  pull: false,
  read: false,
  triage: false,
  push: false,
  write: false,
  maintain: true,
  admin: true,
};
const SWITCH: Table<boolean> = { enabled: true, disabled: false };

export const shapes: Mappings = {
  account: {
    steps: ["members"],
    lacks: { email: "not shown", createdAt: "not asked", lastSignInAt: "not shown" },
    map(facts) {
      const members = everyMember(facts);
      return {
        ...members,
        members: members.members.map(({ resource, data }) => ({
          ...resource,
          facts: {
            class: data.at("role").oneOf(CLASSES),
            // GitHub lists nobody who was removed or suspended.
            active: byBeing(data, true),
            canSignIn: byBeing(data, true),
            secondFactor: data
              .at("twoFactor")
              .flag()
              .map((has) => (has ? "any" : "none")),
          },
        })),
      };
    },
  },
  grant: {
    steps: ["members", "collaborators"],
    partial: "roles of the organization, and managers of its apps, are not read",
    lacks: { eligible: "not asked" },
    map(facts) {
      const members = everyMember(facts);
      const outside = everyItem(facts, "github.collaborator", "collaborators");
      return {
        name: "roles in the organization",
        whole: members.whole.and(outside.whole),
        members: [
          ...members.members.map(({ resource, data }) => ({
            id: `organization ${resource.id}`,
            label: resource.label,
            facts: {
              to: byBeing(data, resource.id),
              role: data.at("role").text(),
              level: data.at("role").oneOf(LEVELS),
              over: byBeing(data, "account" as const),
              production: byBeing(data, true),
            },
          })),
          ...outside.members.map(({ resource, data }) => ({
            id: resource.id,
            label: resource.label,
            facts: {
              to: byBeing(data, resource.id.split("@")[0]!),
              role: data.at("role").text(),
              level: data.at("role").oneOf(IN_REPOSITORY),
              over: byBeing(data, "part" as const),
              production: data
                .at("repository")
                .text()
                .map((name) => !exceptionOf(facts, "not-production", namesOf(name))),
            },
          })),
        ],
      };
    },
  },
  device: { none: "GitHub knows no devices." },
  application: { none: "GitHub's installed apps need a permission that is not asked for." },
  repository: {
    steps: ["repositories"],
    lacks: {},
    map(facts) {
      const repositories = everyRepository(facts);
      const scans = new Map(facts.items("github.code-scanning").map((item) => [item.subject.id, memberOf(item)]));
      return {
        ...repositories,
        members: repositories.members.map(({ resource, data }) => {
          const scan =
            scans.get(resource.id)?.data ?? Reading.unread("not asked", `github.code-scanning:${resource.id}`);
          const setup = scan.at("defaultSetup").oneOf({ configured: true, "not-configured": false, off: false });
          const owned = data.at("teams").some((team) => team.at("permission").oneOf(MANAGES).is(true));
          const analyzed = scan.at("newestAnalysisOn").orNone().instant().orElse<"never">("never");
          return {
            ...resource,
            facts: {
              public: data
                .at("private")
                .flag()
                .map((is) => !is),
              archived: data.at("archived").flag(),
              production: data
                .at("name")
                .text()
                .map((name) => !exceptionOf(facts, "not-production", namesOf(name))),
              secretScanning: data.at("secretScanning").oneOf(SWITCH),
              pushProtection: data.at("pushProtection").oneOf(SWITCH),
              dependencyAlerts: data.at("dependabotAlerts").flag(),
              codeScanning: Fact.all<[boolean, Date | "never"]>([setup, analyzed]).map(
                ([isSetUp, newest]) => isSetUp || newest !== "never",
              ),
              teamOwned: factOf(owned),
              managers: data.at("managers").texts(),
            },
          };
        }),
      };
    },
  },
};
