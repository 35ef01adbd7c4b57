import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentation } from "../documentation.ts";
import { frameworks } from "../frameworks.ts";
import { providers } from "../providers.ts";
import { conditionsOf, inFull } from "./conditions.ts";
import { capabilities, capabilityKeys } from "./index.ts";

const root = join(import.meta.dirname, "../../..");
const rows = capabilityKeys.map((key) => [key, capabilities[key]] as const);

test.each(rows)("%s: says whole sentences, and is shown by tests that exist, or said to be missing", (_, row) => {
  expect(row.sentence).toMatch(/^[A-Z0-9][^]*\.$/);
  expect(row.tests.length > 0).toBe(row.status === "kept");
  for (const { file, title } of row.tests) {
    expect(existsSync(join(root, file)), `${file} exists`).toBe(true);
    expect(readFileSync(join(root, file), "utf8"), `${file} has this test`).toContain(title);
  }
  expect(
    documentation.map(({ key }) => key),
    "its page of the documentation exists",
  ).toContain(row.documentation);
});

test("a row that is coming says so, and no other does", () => {
  for (const [key, { sentence, more = "", status }] of rows)
    expect([key, /\bcoming\b/.test(`${sentence} ${more}`)]).toEqual([key, status === "coming"]);
});

test("what is missing names the words that it alone may use", () => {
  for (const [key, { status, words, sentence }] of rows) {
    expect([key, words !== undefined]).toEqual([key, status !== "kept"]);
    expect([key, words?.test(sentence) ?? true]).toEqual([key, true]);
  }
});

test("every name and every sentence stands once", () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length);
  expect(new Set(rows.map(([, { sentence }]) => sentence)).size).toBe(rows.length);
});

describe("the rows follow the facts that they are about", () => {
  test("every provider is named, and none that cannot be connected", () => {
    for (const { name } of providers) expect(capabilities.connections.sentence).toContain(name);
  });

  test("frameworks without projects are coming, all others are not", () => {
    for (const { name, available } of frameworks)
      expect([name, capabilities.closedFrameworks.sentence.includes(name)]).toEqual([name, !available]);
  });

  test("what a policy was imported from is filed, and nothing says otherwise", () => {
    const row = inFull("policy-documents");
    expect(row).toContain("The original is filed as evidence");
    expect(row).not.toMatch(/\bnot (?:kept|filed)\b/);
    expect(capabilities["policy-documents"].tests.map(({ file }) => file)).toContain(
      "src/server/policies/originals.db.test.ts",
    );
  });

  test("what needs a plan or the operator says so in full", () => {
    expect(conditionsOf("api")).toBe(
      "From Growth, and in Early Access. Off until the operator of the installation turns it on.",
    );
    for (const [key] of rows) expect(inFull(key)).toContain(conditionsOf(key));
  });
});

test("every row is on the page What Exhibit does, and the limited ones also on the page of their subject", () => {
  const words = (key: string) => JSON.stringify(documentation.find((page) => page.key === key));
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
  for (const [, row] of rows) expect(words("what-exhibit-does")).toContain(quoted(row.sentence));
  for (const [, row] of rows.filter(([key, { status }]) => status !== "kept" || conditionsOf(key)))
    expect(words(row.documentation)).toContain(quoted(row.sentence));
});
