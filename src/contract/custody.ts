import * as z from "zod";
import { instant } from "./fields.ts";

/** One line of an item's chain of custody. */
export const custodyEntry = z.strictObject({
  at: instant,
  event: z.string(),
  by: z.string(),
  hash: z.string(),
  /** What the hash is of: the file, or its entry in the ledger. */
  of: z.enum(["content", "entry"]),
  detail: z.string(),
});
