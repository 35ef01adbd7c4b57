/** The steps of the first use, by their keys. */
export const firstStepKeys = [
  "people",
  "systems",
  "policies",
  "vendors",
  "risks",
  "approvals",
  "places",
  "contacts",
  "review",
  "staff",
] as const;
export type FirstStepKey = (typeof firstStepKeys)[number];
