import type { PlanLimits } from "#catalog/plans.ts";

/** `$2,499` */
export function inDollars(amount: number): string {
  return `$${amount.toLocaleString("en-US")}`;
}

/** How many people a plan is for, in the specification's words. */
export function usersOf({ users }: PlanLimits): string {
  return users === "unlimited" ? "Unlimited users" : `Up to ${users} users`;
}

/** How many frameworks a company on the plan can work on. */
export function frameworksOf({ frameworks }: PlanLimits): string {
  return frameworks === "all" ? "All frameworks" : `${frameworks} frameworks`;
}
