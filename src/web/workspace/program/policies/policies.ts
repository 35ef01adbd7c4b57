import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { longDate } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";

export type PolicySummary = z.output<typeof contract.policies.list.output>[number];
export type PolicyLibrary = z.output<typeof contract.policies.library.output>;
export type PolicyDetails = z.output<typeof contract.policies.get.output>;
export type PolicyVersion = PolicyDetails["versions"][number];
export type BoundStatement = z.output<typeof contract.policies.statements.output>[number];
export type ComparedBlock = z.output<typeof contract.policies.compare.output>[number];

export const policiesAddress = "/dashboard/program/policies";
export const addressOfPolicy = (id: string) => `${policiesAddress}/${id}`;
export const addressOfEditor = (id: string) => `${policiesAddress}/${id}/edit`;

/** What a person reads about where a policy stands. */
export function standingOf({ inForce, open, renewBy }: PolicySummary, now: Date): { finding: Finding; words: string } {
  if (inForce && renewBy !== null && new Date(renewBy) <= now) return { finding: "failing", words: "Renewal overdue" };
  if (inForce) return { finding: "passing", words: "In force" };
  if (!open) return { finding: "not applicable", words: "Discarded" };
  return { finding: "needs evidence", words: open.state === "review" ? "Waits for approval" : "Draft" };
}

/** What a person reads about a version. */
export function versionWords({ state, inForceAt, replacedAt, changedAt, changedBy }: PolicyVersion): string {
  if (state === "in force") return `In force since ${longDate(inForceAt!)}`;
  if (state === "replaced") return `In force ${longDate(inForceAt!)} to ${longDate(replacedAt!)}`;
  return `${state === "review" ? "Waits for approval" : "Draft"}, ${changedBy.name}, ${longDate(changedAt)}`;
}

export const countedPeople = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "person" : "people"}`;

/** "1 action", "3 actions". */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
