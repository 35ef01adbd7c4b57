import * as z from "zod";
import { exhibitNumber, id, instant } from "./fields.ts";

/** An item that somebody names. */
export const pointedTo = z.strictObject({ id, exhibit: exhibitNumber, name: z.string() });
/** By whom, when and why something was withdrawn. */
export const withdrawal = z.strictObject({ by: z.string(), at: instant, reason: z.string() });
/** An item that was named, and withdrawn since. */
export const goneItem = z.strictObject({ exhibit: exhibitNumber, withdrawn: withdrawal });
