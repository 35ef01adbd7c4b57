import * as z from "zod";
import { query } from "./endpoint.ts";
import { id } from "./fields.ts";

export const ledger = {
  checkpoint: query({
    access: "company.read",
    path: "/companies/{companyId}/ledger",
    summary: "The newest signed checkpoint of the company's ledger, and the key that verifies it",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      origin: z.string(),
      key: z.string(),
      size: z.number().int(),
      root: z.string(),
      checkpoint: z.string(),
      /** Each time the ledger began again because what was signed of it is lost, in a sentence. */
      losses: z.array(z.string()),
    }),
    fails: ["ledger-forked", "anchor-lost", "signer-unavailable"],
  }),
  losses: query({
    access: "company.read",
    path: "/companies/{companyId}/ledger/losses",
    summary:
      "Each time the company's ledger began again because what was signed of it is lost, also while nothing is signed",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({ losses: z.array(z.string()) }),
  }),
  consistency: query({
    access: "company.read",
    path: "/companies/{companyId}/ledger/consistency",
    summary: "Proof that the ledger of an earlier size is the beginning of the present one (RFC 6962)",
    input: z.strictObject({ companyId: id, from: z.coerce.number().int().min(1) }),
    output: z.strictObject({ from: z.number().int(), to: z.number().int(), proof: z.array(z.string()) }),
    fails: ["not-found", "ledger-forked", "anchor-lost", "signer-unavailable"],
  }),
};
