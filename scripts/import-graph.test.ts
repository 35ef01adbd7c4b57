import { expect, test } from "vitest";
import { importGraph, keysOf, reachableFrom } from "./import-graph.ts";

const file = (path: string, text: string) => ({ path, text });
const files = [
  file("src/domain/a.ts", 'import type { B } from "./b.ts"; export type A = B;'),
  file("src/domain/b.ts", 'export { c } from "#domain/c.ts"; import zod from "zod";'),
  file("src/domain/c.ts", "export const c = 1;"),
  file("src/domain/lone.ts", 'export type L = import("./c.ts").C;'),
  file("src/domain/later.ts", 'export const load = () => import("./a.ts");'),
];
const changed = (path: string, text: string) => files.map((each) => (each.path === path ? file(path, text) : each));

test("a file's imports are found however they are written, and packages are left out", () => {
  const graph = importGraph(files);
  expect(graph.get("src/domain/a.ts")).toEqual(["src/domain/b.ts"]);
  expect(graph.get("src/domain/b.ts")).toEqual(["src/domain/c.ts"]);
  expect(graph.get("src/domain/lone.ts")).toEqual(["src/domain/c.ts"]);
  expect([...reachableFrom("src/domain/later.ts", graph)].toSorted()).toEqual([
    "src/domain/a.ts",
    "src/domain/b.ts",
    "src/domain/c.ts",
    "src/domain/later.ts",
  ]);
});

test("what a judgement was kept under changes with the file and with everything it reaches, and with nothing else", () => {
  const before = keysOf(files, "tools");
  const touched = (after: ReadonlyMap<string, string>) =>
    [...before].filter(([path, key]) => after.get(path) !== key).map(([path]) => path);
  expect(touched(keysOf(files, "tools"))).toEqual([]);
  expect(touched(keysOf(changed("src/domain/c.ts", "export const c = 2;"), "tools"))).toEqual(
    files.map(({ path }) => path),
  );
  expect(touched(keysOf(changed("src/domain/lone.ts", "export {};"), "tools"))).toEqual(["src/domain/lone.ts"]);
  expect(touched(keysOf(files, "newer tools"))).toHaveLength(files.length);
});

test("what one file declares for all of them changes what every judgement was kept under", () => {
  const before = keysOf(files, "tools");
  const after = keysOf([...files, file("tests/support/world.ts", "declare global { const here: 1; }")], "tools");
  for (const [path, key] of before) expect(after.get(path)).not.toBe(key);
});
