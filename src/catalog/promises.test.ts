import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promises } from "./promises.ts";

const root = join(import.meta.dirname, "../..");
const landing = join(root, "src/web/marketing/landing");
const sources = readdirSync(landing).map((name) => join(landing, name));
const page = [...sources, join(root, "src/catalog/faq.ts")]
  .map((path) => readFileSync(path, "utf8").replace(/\s+/g, " "))
  .join("\n");

test.each(promises.map((promise) => [promise.sentence, promise] as const))("%s", (sentence, { tests, status }) => {
  expect(page, "the landing page says it in these words").toContain(sentence);
  expect(tests.length > 0 || status === "coming", "a promise that is kept names a test").toBe(true);
  for (const { file, title } of tests) {
    expect(existsSync(join(root, file)), `${file} exists`).toBe(true);
    expect(readFileSync(join(root, file), "utf8"), `${file} has this test`).toContain(title);
  }
});

test("what is coming says so in its first words or its last", () => {
  for (const { status, does, sentence } of promises) {
    const says = /Not yet|Comes with|comes with|being (?:built|written)/.test(does);
    expect([sentence, says]).toEqual([sentence, status === "coming"]);
  }
});

test("no promise is listed twice", () => {
  expect(new Set(promises.map(({ sentence }) => sentence)).size).toBe(promises.length);
});
