import type { CheckFacts } from "../../check.ts";
import { allOf } from "../../each-item.ts";
import type { Organization, Repository } from "../kinds.ts";

/**
 * Whether GitHub Free leaves a feature out for a repository, by its full name: it is private, and the plan is known to be the
 * free one. Without the plan nothing can be said, and nobody is excused.
 */
export function beyondFreePlan(facts: CheckFacts): (name: string) => boolean {
  const free = allOf<Organization>(facts, "github.organization")[0]?.plan === "free";
  const privates = new Set(
    allOf<Repository>(facts, "github.repository").flatMap((one) => (one.private ? [one.name] : [])),
  );
  return (name) => free && privates.has(name);
}
