import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { longDate } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";

export type AuditScope = z.output<typeof contract.audit.scope.output>;
export type AuditRequest = z.output<typeof contract.audit.requests.output>[number];

export type AuditSample = z.output<typeof contract.audit.samples.output>[number];

/** What a sample was drawn from: "Vendors in EX-047", or the days on which evidence was collected. */
export function drawnFrom({ register, from, to }: AuditSample): string {
  if (register) return `${register.label} in ${spokenNumber(register.exhibit)}`;
  const words = (day: string | null) => (day === null ? "" : longDate(`${day}T12:00:00.000Z`));
  return `Evidence collected ${words(from)} to ${words(to)}`;
}

/** How a request stands, as a person reads it. */
export const stateWords: Readonly<Record<AuditRequest["state"], string>> = {
  open: "Open",
  answered: "Answered",
  accepted: "Accepted",
  closed: "Closed",
};
