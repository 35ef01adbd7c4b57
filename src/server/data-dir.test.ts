import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { secretKeyIn } from "./keys/secret-key.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

test.each([
  ["its lock", (folder: string) => lockDataDir(folder).release()],
  ["its key", (folder: string) => void secretKeyIn(folder)],
])("S11: a DATA_DIR that is made for %s is for its account alone", (_, make) => {
  const above = join(temporaryFolder(), "above");
  make(join(above, "data"));
  expect(modeOf(join(above, "data"))).toBe(0o700);
  // What lies above is entered by PostgreSQL's account, too.
  expect(modeOf(above) & 0o011).toBe(0o011);
});

test("a DATA_DIR that is there keeps the mode that its owner gave it", () => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o750);
  lockDataDir(folder).release();
  expect(modeOf(folder)).toBe(0o750);
});
