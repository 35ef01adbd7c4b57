import * as z from "zod";
import { change } from "./endpoint.ts";
import { id, instant, nothing, shortText } from "./fields.ts";

const one = z.strictObject({ companyId: id, evidenceId: id });

/** What an item's page says of its withdrawal. */
export const withdrawalFacts = {
  /** Who withdrew it, when and why; null for an item that counts. */
  withdrawal: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** Whether the caller may withdraw it, or restore it where it is withdrawn. */
  mends: z.boolean(),
};

/** Taking an item out of every count and list, and taking that back. */
export const withdrawal = {
  withdraw: change({
    access: "evidence.withdraw",
    path: "/companies/{companyId}/evidence/{evidenceId}/withdrawal",
    summary:
      "Withdraw an item with a reason: its number, hash and custody stay, and it counts for nothing until it is restored",
    records: "evidence.withdrawn",
    input: one.extend({ reason: shortText("Please give a reason", 1000) }),
    output: nothing,
    fails: ["not-found", "already-withdrawn", "privileged-withdrawal", "report-being-read"],
  }),
  restore: change({
    access: "evidence.withdraw",
    method: "DELETE",
    path: "/companies/{companyId}/evidence/{evidenceId}/withdrawal",
    summary: "Restore a withdrawn item: it counts as before",
    records: "evidence.restored",
    input: one,
    output: nothing,
    fails: ["not-found"],
  }),
};
