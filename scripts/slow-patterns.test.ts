import { expect, test } from "vitest";
import { excused, patternsIn, slownessOf } from "./slow-patterns.ts";

const judge = async (text: string) => {
  const [pattern] = patternsIn({ path: "src/a.ts", text });
  return pattern && (await slownessOf(pattern));
};

test("S1: the check of patterns finds the two that froze the server", async () => {
  expect(await judge('const category = id.replace(/\\/?[^/]*$/, "");')).toMatch(/polynomial/);
  expect(await judge('const plain = message.replace(/[.\\s]+$/, "");')).toMatch(/polynomial/);
});

test("S1: it finds exponential patterns and those made of a constant text, and lets linear ones be", async () => {
  expect(await judge("/^(a+)+$/.test(text);")).toMatch(/exponential/);
  expect(await judge('new RegExp("b*b*c", "u").test(text);')).toMatch(/polynomial/);
  expect(await judge("/^[a-z]+-\\d+$/.test(text);")).toBeUndefined();
  expect(await judge("text.split('/');")).toBeUndefined();
});

test("every excuse has a reason", () => {
  for (const [source, reason] of Object.entries(excused)) expect(reason, source).toMatch(/^reads /);
});
