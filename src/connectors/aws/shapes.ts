import { Fact } from "#domain/facts/fact.ts";
import { populationIn } from "#domain/facts/population.ts";
import { Reading } from "#domain/facts/reading.ts";
import type { Table } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts } from "../check.ts";
import { everyItem } from "../facts.ts";
import type { Member } from "../facts.ts";
import { byBeing, factOf } from "../shape.ts";
import type { Mappings } from "../shape.ts";

/** Policies of AWS's own that are attached by name; what else a policy allows is not told by its name. */
const POLICIES: Table<"admin" | "write" | "read"> = {
  AdministratorAccess: "admin",
  IAMFullAccess: "admin",
  PowerUserAccess: "write",
  ReadOnlyAccess: "read",
  ViewOnlyAccess: "read",
  SecurityAudit: "read",
};
const LEVELS = Object.fromEntries(
  ["aws", "aws-cn", "aws-us-gov"].flatMap((partition) =>
    Object.entries(POLICIES).map(([name, level]) => {
      const path = name === "ViewOnlyAccess" ? `job-function/${name}` : name;
      return [`arn:${partition}:iam::aws:policy/${path}`, level];
    }),
  ),
);

const credentialsOf = (facts: CheckFacts) => everyItem(facts, "aws.credentials", "credential-report");
const mayBeRoot = ({ data }: Member) => data.at("root").flag().is(true).outcome() !== "fail";

/** Whether anything of a user's opens: a password, or a key. Of root it is always so. */
function activeOf(data: Reading): Fact<boolean> {
  const password = data.at("password").flag();
  const keys = data.at("keys");
  const isOpen = password.is(true).or(keys.some((key) => key.at("active").flag().is(true)));
  return factOf(isOpen);
}

const everUsed = (reading: Reading): Fact<Date | "never"> =>
  reading.text().map((text) => {
    if (text === "never") return text;
    const day = new Date(`${text}T00:00:00Z`);
    if (Number.isNaN(day.getTime())) throw new Error("no day");
    return day;
  });

/** Users of the account itself and its root user. Who comes by a role has an account elsewhere. */
export const shapes: Mappings = {
  account: {
    steps: ["users", "credential-report"],
    lacks: { email: "not shown" },
    map(facts) {
      const users = everyItem(facts, "aws.user", "users");
      const credentials = credentialsOf(facts);
      const rows = new Map(credentials.members.map((row) => [row.resource.id, row]));
      const root = credentials.members.filter(mayBeRoot);
      const known = new Set([...users.members, ...root].map(({ resource }) => resource.id));
      // Without the list of users, those of the report stand; with it, who is in the report alone is gone.
      const rest = credentials.members.filter(
        ({ resource }) => users.whole.outcome() !== "pass" && !known.has(resource.id),
      );
      return {
        name: "aws.user",
        whole: Truth.all([
          users.whole,
          credentials.whole,
          Truth.any(root.map(({ data }) => data.at("root").flag().is(true))),
        ]),
        members: [
          ...users.members,
          ...root.filter(({ resource }) => !users.members.some((user) => user.resource.id === resource.id)),
          ...rest,
        ].map(({ resource }) => {
          const data = rows.get(resource.id)?.data ?? Reading.unread("not asked", `aws.credentials:${resource.id}`);
          const isRoot = data.at("root").flag();
          const password = data.at("password").flag();
          return {
            ...resource,
            facts: {
              class: isRoot.is(true).say<Fact<"human" | "service" | "root">>({
                yes: isRoot.map(() => "root" as const),
                // Who has no password has keys at most, which people have, too: nothing says whose they are.
                no: password.is(true).say<Fact<"human" | "service" | "root">>({
                  yes: password.map(() => "human" as const),
                  no: Fact.unread("not shown", []),
                  unknown: password.map(() => "human" as const),
                }),
                unknown: isRoot.map(() => "root" as const),
              }),
              active: isRoot.is(true).say({ yes: isRoot, no: activeOf(data), unknown: isRoot }),
              canSignIn: isRoot.is(true).say({ yes: isRoot, no: password, unknown: isRoot }),
              createdAt: data.at("createdOn").instant(),
              lastSignInAt: everUsed(data.at("passwordUsed")),
              secondFactor: data
                .at("mfa")
                .flag()
                .map((has) => (has ? "any" : "none")),
            },
          };
        }),
      };
    },
  },
  grant: {
    steps: ["users", "credential-report", "user-policies"],
    partial: "policies of groups and roles, and those inside users, are not told by whom they are held",
    lacks: { eligible: "not asked" },
    map(facts) {
      const held = everyItem(facts, "aws.user_policies", "user-policies").members.map(({ resource, data }) => ({
        resource,
        data,
        attached: populationIn(`${data.path}.attached`, data.at("attached").list()),
      }));
      return {
        name: "policies of users",
        whole: everyItem(facts, "aws.user_policies", "user-policies").whole,
        members: [
          ...credentialsOf(facts)
            .members.filter(mayBeRoot)
            .map(({ resource, data }) => ({
              id: resource.id,
              label: resource.label,
              facts: {
                to: byBeing(data, resource.id),
                role: data
                  .at("root")
                  .flag()
                  .map(() => "root user"),
                level: data
                  .at("root")
                  .flag()
                  .map(() => "admin" as const),
                over: byBeing(data, "account" as const),
                // A sandbox is no system in scope: what is connected is what customers depend on.
                production: byBeing(data, true),
              },
            })),
          ...held.flatMap(({ resource, data, attached }) =>
            attached.members.map((policy, at) => ({
              id: `${resource.id} ${at}`,
              label: resource.label,
              facts: {
                to: byBeing(data, resource.id),
                role: policy.text(),
                level: policy.oneOf(LEVELS),
                over: byBeing(data, "account" as const),
                production: byBeing(data, true),
              },
            })),
          ),
        ],
      };
    },
  },
  device: { none: "Servers are no devices of people." },
  application: { none: "AWS signs nobody in to applications of others here." },
  repository: { none: "AWS's repositories are not asked for." },
};
