import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./program.ts";

const page = readFileSync(join(root, "docs/operations/faults.md"), "utf8");
const named = [...page.matchAll(/`([\w/.-]+\.test\.ts)`: “([^”]+)”/g)].map(([, file, name]) => ({
  file: file!,
  name: name!,
}));

test("every test that the page of faults names is there, under that name", () => {
  expect(named.length).toBeGreaterThan(20);
  const gone = named.filter(({ file, name }) => {
    const path = join(root, file);
    return !existsSync(path) || !readFileSync(path, "utf8").includes(name);
  });
  expect(gone).toEqual([]);
});

test("each of the twelve findings about operations names a test", () => {
  const found = [...page.matchAll(/^\| (O\d+) \|.*“/gm)].map(([, finding]) => finding);
  expect([...new Set(found)]).toEqual(Array.from({ length: 12 }, (_, at) => `O${at + 1}`));
});
