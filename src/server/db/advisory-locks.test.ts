import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { advisoryLocks } from "./advisory-locks.ts";

// Two that shared a lock would wait for each other.

const HERE = "src/server/db/advisory-locks.ts";
const sources = new Map(
  globSync("src/**/*.ts")
    .filter((path) => !path.endsWith(".test.ts") && path !== HERE)
    .map((path) => [path, readFileSync(path, "utf8")] as const),
);
const places = (pattern: RegExp) =>
  [...sources].flatMap(([path, text]) => [...text.matchAll(pattern)].map(([, name]) => [name!, path] as const));

test("each pair of numbers is the lock of one name, and each name that of one file", () => {
  const pairs = Object.values(advisoryLocks).map((pair) => pair.join());
  expect(new Set(pairs).size).toBe(pairs.length);
  const taken = places(/(?:tryLock|waitForLock)\("(\w+)"\)/g);
  expect(taken.map(([name]) => name).toSorted()).toEqual(Object.keys(advisoryLocks).toSorted());
});

test("nobody takes a lock by numbers of their own", () => {
  const asked = places(/pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(\s*([^)]{1,30})/g);
  const others = asked.filter(([what]) => !/^(hashtextextended\(|\$\{(ALONE|LOCK)\})/.test(what));
  expect(others).toEqual([]);
  expect(asked.length).toBeGreaterThan(3);
});

test("no migration takes one by numbers", () => {
  const migrations = globSync("db/migrations/*.sql").map((path) => readFileSync(path, "utf8"));
  const asked = migrations.flatMap((text) => [...text.matchAll(/advisory_(?:xact_)?lock(?:_shared)?\(\s*(\w+)/g)]);
  expect([...new Set(asked.map(([, what]) => what))]).toEqual(["hashtextextended"]);
});
