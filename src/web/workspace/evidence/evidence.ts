import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type EvidenceItem = z.output<typeof contract.evidence.file.output>;
export type EvidenceDetails = z.output<typeof contract.evidence.get.output>;

/** The types of evidence in the specification's order. */
export const evidenceTypes = ["Config", "Policy", "Document", "Report"] as const;

/** How long an item still counts, as people choose it. */
export const freshnessWords = {
  current: "Current",
  expiring: "Expires within 30 days",
  expired: "Expired",
  superseded: "Superseded",
  withdrawn: "Withdrawn",
} as const;
