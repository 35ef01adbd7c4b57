import type { CapabilityKey } from "#catalog/capabilities/index.ts";

/** What the price list names of what every plan has, in its order. */
export const everyPlanHas: readonly CapabilityKey[] = [
  "connections",
  "reports",
  "library",
  "status",
  "documents",
  "manualTests",
  "systems",
  "alerts",
  "exhibits",
  "ledger",
  "corrections",
  "encryption",
  "isolation",
  "privilege",
  "bundles",
  "verifier",
  "auditors",
  "portal",
  "webhooks",
  "roles",
  "secondFactor",
];
