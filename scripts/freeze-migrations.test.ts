import { expect, test } from "vitest";
import { freeze, thawed } from "./freeze-migrations.ts";

const files = [
  { name: "0001_a", sha256: "aa" },
  { name: "0002_b", sha256: "bb" },
];

test("freezing adds new migrations in order, and never changes or removes a line", () => {
  expect(freeze({ "0001_a": "old", "0000_gone": "gg" }, files)).toEqual({
    "0000_gone": "gg",
    "0001_a": "old",
    "0002_b": "bb",
  });
  expect(Object.keys(freeze({ "0003_c": "cc" }, files))).toEqual(["0001_a", "0002_b", "0003_c"]);
});

test("a frozen migration that was changed, removed or never listed is named", () => {
  expect(thawed({ "0001_a": "aa", "0002_b": "bb" }, files)).toEqual([]);
  expect(thawed({ "0001_a": "other", "0003_c": "cc" }, files)).toEqual([
    "db/migrations/0001_a.sql is frozen and was changed. Undo that, and write a new migration.",
    "db/migrations/0003_c.sql is frozen and missing. Bring it back.",
    "db/migrations/0002_b.sql is not frozen yet: npm run schema",
  ]);
});

test("a line that was committed cannot be changed together with its file", () => {
  const committed = { "0001_a": "as released", "0002_b": "bb" };
  expect(thawed({ "0001_a": "aa", "0002_b": "bb" }, files, committed)).toEqual([
    "db/migrations/frozen.json: the line of 0001_a was changed or removed. Lines are only added.",
  ]);
});
