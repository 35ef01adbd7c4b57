import { frameworkName } from "../frameworks.ts";
import type { Overview } from "./overview.ts";

type Next = Overview["next"];
type Need = Next["steps"][number]["need"];

interface Controls {
  readonly after: number;
  readonly total: number;
}

/** `Add these 3 items to reach 6 of 22 controls.`; other steps than items are taken. */
export function saySteps(steps: Next["steps"], { after, total }: Controls): string {
  const items = steps.every(({ need }) => need.kind === "item");
  const noun = items ? "item" : "step";
  const named = steps.length === 1 ? `this ${noun}` : `these ${steps.length} ${noun}s`;
  return `${items ? "Add" : "Take"} ${named} to reach ${after} of ${total} controls.`;
}

/** `SOC 2 gains 14 points, HIPAA 9.`, the framework that gains most first; empty when none gains. */
export function sayRise(figures: Next["figures"]): string {
  const risen = figures
    .map(({ framework, before, after }) => ({ name: frameworkName(framework), points: after - before }))
    .filter(({ points }) => points > 0)
    .sort((first, second) => second.points - first.points)
    .map(({ name, points }, at) =>
      at > 0 ? `${name} ${points}` : `${name} gains ${points} ${points === 1 ? "point" : "points"}`,
    );
  return risen.length === 0 ? "" : `${risen.join(", ")}.`;
}

/** What a control is waiting for, in one sentence. */
export function sayNeed(need: Need): string {
  if (need.kind === "item") return `Add a ${need.type.toLowerCase()}: ${need.title}.`;
  const parts = [
    need.mend.length > 0 && `Fix what fails: ${listed(need.mend)}.`,
    need.collect.length > 0 && `Import a newer report: ${listed(need.collect)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function listed(titles: readonly string[]): string {
  const [first, ...others] = titles;
  return others.length === 0 ? first! : `${first} and ${others.length} more`;
}
