import { frameworkName } from "../frameworks.ts";
import type { Overview } from "./overview.ts";

type Next = Overview["next"];
type Need = Next["steps"][number]["need"];

/** `These three items`, `This step`: items where each is one to be filed. */
export function saySteps(steps: Next["steps"]): string {
  const noun = steps.every(({ need }) => need.kind === "item") ? "item" : "step";
  const count = ["no", "one", "two", "three"][steps.length] ?? String(steps.length);
  return steps.length === 1 ? `This ${noun}` : `These ${count} ${noun}s`;
}

interface Controls {
  readonly before: number;
  readonly after: number;
  readonly total: number;
}

/** `raise SOC 2 by 14 points, HIPAA by 9, and each project from 3 to 6 of 22 controls.`; one step raises. */
export function sayRise(figures: Next["figures"], { before: from, after: to, total }: Controls): string {
  const risen = figures
    .map(({ framework, before, after }) => ({ name: frameworkName(framework), points: after - before }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ name, points }, at) => `${name} by ${points}${at > 0 ? "" : points === 1 ? " point" : " points"}`);
  const verb = to - from === 1 ? "raises" : "raise";
  const projects = `each project from ${from} to ${to} of ${total} controls.`;
  return risen.length === 0 ? `${verb} ${projects}` : `${verb} ${risen.join(", ")}, and ${projects}`;
}

/** What a control is waiting for, in one sentence. */
export function sayNeed(need: Need): string {
  if (need.kind === "item") return `Add a ${need.type.toLowerCase()}: ${need.title}.`;
  const parts = [
    need.mend.length > 0 && `Mend what fails: ${listed(need.mend)}.`,
    need.collect.length > 0 && `Bring a newer report: ${listed(need.collect)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function listed(titles: readonly string[]): string {
  const [first, ...others] = titles;
  return others.length === 0 ? first! : `${first} and ${others.length} more`;
}
