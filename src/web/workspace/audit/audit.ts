import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type AuditScope = z.output<typeof contract.audit.scope.output>;
export type AuditRequest = z.output<typeof contract.audit.requests.output>[number];
export type Sample = z.output<typeof contract.audit.samples.output>[number];

/** How a request stands, as a person reads it. */
export const stateWords: Readonly<Record<AuditRequest["state"], string>> = {
  open: "Open",
  answered: "Answered",
  accepted: "Accepted",
  closed: "Closed",
};
