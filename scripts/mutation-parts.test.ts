import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { partsOf, within } from "#tests/mutation/parts.ts";
import { scoreOf } from "#tests/mutation/score.ts";
import { root } from "./program.ts";

const parts = partsOf(root);

test("each folder of src/domain and src/connectors is a part, and each part has tests", () => {
  for (const room of ["src/domain", "src/connectors"])
    for (const folder of globSync(`${room}/*/`, { cwd: root })) {
      const name = folder.replace(/\/$/, "");
      expect(parts.map((part) => part.name)).toContain(name);
      expect(within(parts, `${name}/deep/rule.ts`)?.name).toBe(name);
    }
  for (const { name, tests } of parts) expect(globSync(tests, { cwd: root }), name).not.toEqual([]);
  expect(within(parts, "src/domain/incident.ts")?.name).toBe("src/domain");
  expect(within(parts, "src/server/app.ts")).toBeUndefined();
});

test("a score is of what could be noticed, and never rounded up to a whole", () => {
  expect(scoreOf({ noticed: 3, missed: 1 })).toBe(75);
  expect(scoreOf({ noticed: 1_999, missed: 1 })).toBe(99.9);
  expect(scoreOf({ noticed: 0, missed: 0 })).toBe(100);
});

test("the least score stands for parts that there are", () => {
  const scores = JSON.parse(readFileSync(join(root, "tests/mutation/scores.json"), "utf8")) as Record<string, number>;
  for (const name of Object.keys(scores)) expect(parts.map((part) => part.name)).toContain(name);
});
