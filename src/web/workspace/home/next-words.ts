import { frameworkName } from "../frameworks.ts";
import type { Overview } from "./overview.ts";

type Next = Overview["next"];
type Step = Next["steps"][number];

interface Controls {
  readonly after: number;
  readonly total: number;
}

/** `Complete these 3 controls to reach 6 of 22.` */
export function saySteps(steps: Next["steps"], { after, total }: Controls): string {
  const named = steps.length === 1 ? "this control" : `these ${steps.length} controls`;
  return `Complete ${named} to reach ${after} of ${total}.`;
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

/** `Connect GitHub, and 4 more to do.`: what to do first about a control, and how many checks and documents are open besides. */
export function sayNext({ next, open }: Pick<Step, "next" | "open">): string {
  return open > 1 ? `${next.message}, and ${open - 1} more to do.` : `${next.message}.`;
}

/** `2 documents wait for your review.` */
export function sayToReview(count: number): string {
  return count === 1 ? "1 document waits for your review." : `${count} documents wait for your review.`;
}
