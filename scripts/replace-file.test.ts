import { closeSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import viteConfig from "../vite.config.ts";
import { buildVerifier } from "./build-verifier.ts";
import { buildVerifyPage } from "./build-verify-page.ts";
import { replaceFile } from "./replace-file.ts";

/** What a reader that opened the file before it was built again reads to its end. */
async function readWhile(file: string, build: () => Promise<unknown>): Promise<string> {
  replaceFile(file, "the whole of the old file");
  const reader = openSync(file, "r");
  await build();
  const text = readFileSync(reader, "utf8");
  closeSync(reader);
  return text;
}

test.each([
  ["verify.mjs", buildVerifier],
  ["verify.html", buildVerifyPage],
])("%s is replaced whole: an export that reads it meanwhile gets the old one to its end", async (name, build) => {
  const folder = temporaryFolder();
  const file = join(folder, name);
  expect(await readWhile(file, () => build(file))).toBe("the whole of the old file");
  expect(readFileSync(file, "utf8").length).toBeGreaterThan(1_000);
  expect(readdirSync(folder)).toEqual([name]);
});

test("building the pages leaves the verifiers, which exports read, where they are", () => {
  // Unless it is told not to, the tool empties all of build/ first.
  expect(viteConfig.build?.emptyOutDir).toBe(false);
});

test("where it cannot be put in place, nothing is left beside it", () => {
  const folder = temporaryFolder();
  const file = join(folder, "taken");
  replaceFile(join(file, "inside"), "a folder with this name");
  expect(() => replaceFile(file, "text")).toThrow("rename");
  expect(readdirSync(folder)).toEqual(["taken"]);
  rmSync(file, { recursive: true });
});
