import type * as z from "zod";
import type { contract } from "#contract/index.ts";

/** Where an item stands in its company's ledger, as the server sends it. */
export type Proof = z.output<typeof contract.evidence.get.output>["proof"];

/** What a person reads about an item, and the ledger's entry must therefore commit to. */
export type FiledItem = Pick<
  z.output<typeof contract.evidence.file.output>,
  "id" | "size" | "sha256" | "name" | "type" | "source" | "fileName" | "collectedAt" | "controls"
> & { readonly erased?: boolean };
