import * as z from "zod";
import { change } from "./endpoint.ts";
import { exhibitNumber, id, instant, nothing, shortText } from "./fields.ts";

const path = z.strictObject({ companyId: id, evidenceId: id });

/** What an item's page says of its withdrawal. */
export const withdrawalFacts = {
  /** Who withdrew it, when and why; null for an item that counts. */
  withdrawal: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** Whether the caller may withdraw it, or restore it where it is withdrawn. */
  mends: z.boolean(),
  /** Who erased its file, when and why; null for an item that has its file. */
  erasure: z
    .strictObject({
      at: instant,
      by: z.string(),
      reason: z.string(),
      /** When the sealed bytes left their store; null while a worker still has to remove them. Nothing opens them meanwhile. */
      removedAt: instant.nullable(),
    })
    .nullable(),
  /** Whether the caller may erase its file: an owner, once it is withdrawn. */
  erases: z.boolean(),
  /** Why it can't be erased at present, in a sentence; null where nothing holds it or the caller may not erase. */
  hold: z.string().nullable(),
};

/** Taking an item out of every count and list, and taking that back. */
export const withdrawal = {
  withdraw: change({
    access: "evidence.withdraw",
    path: "/companies/{companyId}/evidence/{evidenceId}/withdrawal",
    summary:
      "Withdraw an item with a reason: its number, hash and custody stay, and it counts for nothing until it is restored",
    records: "evidence.withdrawn",
    input: path.extend({ reason: shortText("Please give a reason", 1000) }),
    output: nothing,
    fails: ["not-found", "already-withdrawn", "privileged-withdrawal", "report-being-read"],
  }),
  restore: change({
    access: "evidence.withdraw",
    method: "DELETE",
    path: "/companies/{companyId}/evidence/{evidenceId}/withdrawal",
    summary: "Restore a withdrawn item: it counts as before",
    records: "evidence.restored",
    input: path,
    output: nothing,
    fails: ["not-found", "item-erased"],
  }),
  erase: change({
    access: "evidence.erase",
    path: "/companies/{companyId}/evidence/{evidenceId}/erasure",
    summary:
      "Erase the file of a withdrawn item for good, with its names and what was read from it; number, hash and custody stay",
    records: "evidence.erased",
    input: path.extend({
      /** The item's number once more: nothing brings the file back. */
      exhibit: exhibitNumber,
      reason: shortText("Please give a reason", 1000),
    }),
    output: nothing,
    fails: [
      "not-found",
      "exhibit-differs",
      "not-withdrawn",
      "item-erased",
      "held-by-legal-hold",
      "held-by-request",
      "held-by-audit",
      "held-by-test",
    ],
  }),
};
