import * as z from "zod";

const base64 = z.string();

/** That an item is in its company's ledger, as a reader can check it alone. */
export const itemProof = z.strictObject({
  entry: z.string(),
  salt: base64,
  /** The description as it was filed; null once the file is erased. The hash is shown all the same. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  index: z.number().int(),
  size: z.number().int(),
  path: z.array(base64),
  root: base64,
  /** The newest signed checkpoint at or after this size, as a C2SP signed note. */
  checkpoint: z.string(),
  key: z.string(),
  /** A line for each entry that renamed or re-filed it, with its proof, as ledger/changes.jsonl of a bundle has it. */
  changes: z.array(z.string()),
});
