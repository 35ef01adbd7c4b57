import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { originals, readTestJson, readTestText, testData } from "#tests/support/test-data.ts";
import { root } from "./program.ts";
import { projectPaths, readSource } from "./source-files.ts";

const folder = join(root, "tests/data");
const all = globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
const sets = [...new Set(all.filter((file) => file.includes("/")).map((file) => file.split("/")[0]!))].toSorted();

describe("the data of the tests", () => {
  test("names origin and licence of each set", () => {
    const table = readFileSync(join(folder, "README.md"), "utf8");
    const named = [...table.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, name]) => name!);
    expect(named.toSorted()).toEqual(sets);
    for (const set of sets) expect(readTestText(`${set}/README.md`), set).toMatch(/^## Licence\n\n\S/m);
  });

  test("stays small", () => {
    const bytes = all.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(15_000_000);
  });

  test("is all that tests read, and the product reads none of it", () => {
    const files = projectPaths()
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
      .map(readSource);
    const elsewhere = files.filter(({ text }) => /\.\.\/shared\//.test(text)).map(({ path }) => path);
    expect(elsewhere).toEqual([]);
    const product = files.filter(({ path }) => path.startsWith("src/") && !/\.test\.tsx?$/.test(path));
    expect(product.filter(({ text }) => text.includes("tests/data")).map(({ path }) => path)).toEqual([]);
  });
});

/** Files that are here as they were given to us. */
const copies: Readonly<Record<string, string>> = {
  "aws/noncompliant.json": "vendor-answers/aws-moto/noncompliant.json",
  "api-descriptions/github.slice.json": "vendor-answers/openapi/github.slice.json",
  "api-descriptions/okta.slice.json": "vendor-answers/openapi/okta.slice.json",
  "api-descriptions/jira.slice.json": "vendor-answers/openapi/jira.slice.json",
  "api-descriptions/google-admin.slice.json": "vendor-answers/openapi/google-admin.slice.json",
  "api-descriptions/graph.slice.json": "vendor-answers/openapi/graph.slice.json",
  "github/members.yaml": "vendor-answers/probo-cassettes/github.yaml",
  "library/controls.json": "frameworks/controls.json",
  "library/frameworks.json": "frameworks/frameworks.json",
  "library/checks.json": "engineering/checks.json",
  "reports/prowler-aws.ocsf.json": "vendor-answers/prowler-ocsf/example_output_aws.ocsf.json",
  "reports/oscal-assessment-results.json": "vendor-answers/oscal/ifa_assessment-results-example.json",
};

describe.skipIf(!originals())("beside their originals", () => {
  const original = (file: string) => readFileSync(join(originals()!, file));

  test.each(Object.entries(copies))("%s is a copy, byte for byte", (file, from) => {
    expect(readFileSync(testData(file)).equals(original(from))).toBe(true);
  });

  test.each(["inclusion", "consistency"])("the %s proofs are all there", (kind) => {
    const vectors = join(originals()!, "vectors/merkle/testdata", kind);
    const files = globSync("**/*.json", { cwd: vectors });
    const read = (file: string): unknown => JSON.parse(readFileSync(join(vectors, file), "utf8"));
    expect(readTestJson(`merkle/${kind}.json`)).toEqual(Object.fromEntries(files.map((file) => [file, read(file)])));
  });

  test("the excerpts of the specification stand in it, letter for letter", () => {
    const specification = original("spec/specification.txt").toString();
    const plain = specification.replace(/\s+/g, " ");
    // Names of buttons stand in it with or without quotation marks.
    const texts = readTestJson<readonly string[]>("specification/texts.json");
    expect(texts.filter((text) => !plain.includes(text))).toEqual([]);
    const [, first] = specification.split(/^## \d.*$/m);
    expect(readTestText("specification/promises.txt").trim()).toBe(first!.split("Users:")[0]!.trim());
  });
});
