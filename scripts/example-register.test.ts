import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// The example of a register in the docs is applied to a copy of the product, and its own tests run there: it cannot rot unseen.

const root = join(import.meta.dirname, "..");
const SECONDS = 150;
const COPIED = ["src", "tests/support", "scripts", "package.json", "vitest.config.ts"].concat(
  ["base", "pure", "server", "tests", "web"].map((part) => `tsconfig.${part}.json`),
  "tsconfig.json",
);

/** What a command answered and said, within a time after which it is ended. */
async function run(folder: string, command: string, args: readonly string[]) {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const end = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), SECONDS * 1_000);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
    return { code, said };
  } finally {
    clearTimeout(end);
  }
}

test("the diff of keys and badges applies to the product as it is, with at most 6 files, and its own tests pass", async () => {
  const folder = temporaryFolder();
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const diff = join(root, "docs/examples/keys-and-badges.diff");
  const files = [...readFileSync(diff, "utf8").matchAll(/^diff --git a\/(\S+) /gm)].map(([, path]) => path!);
  expect(files.length).toBeLessThanOrEqual(6);
  expect(await run(folder, "git", ["apply", "--unsafe-paths", diff])).toEqual({ code: 0, said: "" });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const tests = [
    "src/judge/registers/keys-held.test.ts",
    "src/judge/registers/confirmed.test.ts",
    "src/catalog/registers/registers.test.ts",
  ];
  const { code, said } = await run(folder, process.execPath, [vitest, "run", "--project", "unit", ...tests]);
  expect(stripVTControlCharacters(said)).toMatch(/Test Files +3 passed/);
  expect(code, said).toBe(0);
});
