/** Periodic reviews that open with what connectors saw, by their keys. */
export const prefilledReviewKeys = ["firewall", "ciphers", "sharing", "logs", "administrators"] as const;
export type PrefilledReviewKey = (typeof prefilledReviewKeys)[number];
