import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./program.ts";
import { ofTheVersion } from "./test-stages.ts";

test.each(ofTheVersion)("there are tests of %s, which run on this machine's PostgreSQL, too", (part) => {
  const files = globSync(["src/**/*.db.test.ts", "tests/contracts/*.test.ts"], { cwd: root });
  expect(files.filter((file) => file.includes(part))).not.toEqual([]);
});
