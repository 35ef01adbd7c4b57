import { expect, test } from "vitest";
import * as z from "zod";
import { endpoints } from "./index.ts";

/** Of the processor, which no busy machine lengthens: what takes the square of these lengths takes five seconds and more. */
const LONGEST_MS = 2_000;

/** The fields of an input, in any of the shapes that it may have. */
function fieldsOf({ properties = {}, anyOf = [], oneOf = [] }: z.core.JSONSchema.BaseSchema): string[] {
  const others = [...anyOf, ...oneOf].flatMap((item) => (typeof item === "object" ? fieldsOf(item) : []));
  return [...new Set([...Object.keys(properties), ...others])];
}

const taken = endpoints
  .map(({ name, input }) => ({ name, input: input as z.ZodType }))
  .map((item) => ({ ...item, fields: fieldsOf(z.toJSONSchema(item.input, { io: "input", unrepresentable: "any" })) }))
  .filter(({ fields }) => fields.length > 0);

const heavy: Record<string, unknown> = {
  "a long word": `${"a".repeat(100_000)}!`,
  "a long address": `${"a.".repeat(50_000)}@${"b-".repeat(50_000)}`,
  "a long line of spaces": `x${" ".repeat(100_000)}x`,
  "a list of 100,000": Array.from({ length: 100_000 }, () => ""),
  "10,000 levels": JSON.parse("[".repeat(10_000) + "]".repeat(10_000)),
};

test.each(Object.entries(heavy))("%s in every field of every endpoint is judged at once", (_, value) => {
  expect(taken.length).toBeGreaterThan(100);
  for (const { name, input, fields } of taken) {
    const begun = process.cpuUsage();
    const { success } = input.safeParse(Object.fromEntries(fields.map((field) => [field, value])));
    expect(process.cpuUsage(begun).user / 1_000, name).toBeLessThan(LONGEST_MS);
    expect(success, name).toBe(false);
  }
});
