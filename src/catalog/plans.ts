import { limitOf } from "#domain/limits.ts";
import type { PlanKey } from "#domain/limits.ts";

/** One of the plans a company can be on: what it costs and how far it goes (specification, section 9). */
export interface Plan {
  readonly key: "starter" | "growth" | "scale" | "enterprise";
  readonly name: string;
  readonly price: PlanPrice;
  readonly limits: PlanLimits;
  /** The one that the pricing page points out. */
  readonly highlighted?: true;
}

/** US dollars for the whole plan; `null` where it is agreed with the customer. */
export interface PlanPrice {
  readonly monthly: number;
  /** The price is the least one pays, and not the one everybody pays. */
  readonly from?: true;
  /** For twelve months at once. */
  readonly yearly: number | null;
}

export interface PlanLimits {
  readonly users: number | "unlimited";
  readonly frameworks: number | "all";
  readonly apiAccess: boolean;
}

/** What the price list says of a plan: the two of its limits that people choose by, and whether programs get in. */
function limitsOf(plan: PlanKey, { apiAccess }: Pick<PlanLimits, "apiAccess">): PlanLimits {
  return { users: limitOf("users", plan) ?? "unlimited", frameworks: limitOf("frameworks", plan) ?? "all", apiAccess };
}

/** From the smallest to the largest: each includes what the one before it has. */
export const plans: readonly Plan[] = [
  {
    key: "starter",
    name: "Starter",
    price: { monthly: 99, yearly: 999 },
    limits: limitsOf("starter", { apiAccess: false }),
  },
  {
    key: "growth",
    name: "Growth",
    price: { monthly: 249, yearly: 2_499 },
    limits: limitsOf("growth", { apiAccess: true }),
    highlighted: true,
  },
  {
    key: "scale",
    name: "Scale",
    price: { monthly: 599, yearly: 5_999 },
    limits: limitsOf("scale", { apiAccess: true }),
  },
  {
    key: "enterprise",
    name: "Enterprise",
    price: { monthly: 1_200, from: true, yearly: null },
    limits: limitsOf("enterprise", { apiAccess: true }),
  },
];

/** What every company is on until it chooses a plan: it costs nothing, so nothing is invoiced, and goes as far as Scale. */
export const earlyAccess = {
  key: "early-access",
  name: "Early Access",
  price: { monthly: 0, yearly: 0 },
  limits: limitsOf("early-access", { apiAccess: true }),
} as const;

/** The plan a company's record names; one that is not known counts as the one that costs nothing. */
export function planOf(key: string): {
  readonly key: string;
  readonly name: string;
  readonly price: PlanPrice;
  readonly limits: PlanLimits;
} {
  return plans.find((plan) => plan.key === key) ?? earlyAccess;
}

/** What a year costs less when it is paid at once; undefined where that is agreed. */
export function yearlySaving({ monthly, yearly }: PlanPrice): number | undefined {
  return yearly === null ? undefined : monthly * 12 - yearly;
}
