import * as z from "zod";
import type { LinkMethod } from "../connection.ts";

/** What a method's form must hold: every value whole as its pattern says, without the spaces that copying brings along. */
export function linkSchema({ fields }: Pick<LinkMethod, "fields">): z.ZodType<Record<string, string>> {
  return z.object(
    Object.fromEntries(
      fields.map(({ name, pattern, message }) => [
        name,
        z
          .string({ error: message })
          .trim()
          .regex(new RegExp(`^(?:${pattern})$`), message),
      ]),
    ),
  );
}
