import * as z from "zod";
import { newPassword, shortText } from "./fields.ts";

/** What somebody types who joins by an invitation: the address is the link's to say. */
export const newcomer = z.strictObject({ name: shortText("Please enter your name", 60), password: newPassword });
