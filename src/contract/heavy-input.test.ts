import { expect, test } from "vitest";
import * as z from "zod";
import { endpoints } from "./index.ts";

/** Far slower than any of them is, and far faster than a pattern that backtracks. */
const LONGEST_MS = 250;

const heavy: Record<string, unknown> = {
  "a long word": `${"a".repeat(100_000)}!`,
  "a long address": `${"a.".repeat(50_000)}@${"b-".repeat(50_000)}`,
  "a long line of spaces": `x${" ".repeat(100_000)}x`,
  "a list of 100,000": Array.from({ length: 100_000 }, () => ""),
  "10,000 levels": JSON.parse("[".repeat(10_000) + "]".repeat(10_000)),
};

test.each(Object.entries(heavy))("%s in every field of every endpoint is judged at once", (_, value) => {
  for (const { name, input } of endpoints) {
    const { properties = {} } = z.toJSONSchema(input as z.ZodType, { io: "input", unrepresentable: "any" });
    const sent = Object.fromEntries(Object.keys(properties).map((field) => [field, value]));
    const begun = performance.now();
    const { success } = (input as z.ZodType).safeParse(sent);
    expect(performance.now() - begun, name).toBeLessThan(LONGEST_MS);
    if (Object.keys(sent).length > 0) expect(success, name).toBe(false);
  }
});
