import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// The register that the docs add as an example keeps what every register of the product keeps: the tests that hold for each of them are run
// on a copy of the product with its diff and nothing else. They take more than a minute, which is why they are here; its own tests are in `npm test`.

const root = resolve(import.meta.dirname, "../..");
const COPIED = ["src", "db", "docs", "tests", "scripts", "package.json", "vitest.config.ts", "tsconfig.json"].concat(
  ["base", "pure", "server", "tests", "web"].map((part) => `tsconfig.${part}.json`),
);
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "exhibit-contracts-"));
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of ["node_modules", "build"]) symlinkSync(join(root, path), join(folder, path));
  const diff = join(root, "docs/examples/keys-and-badges.diff");
  expect(await run("git", "apply", "--unsafe-paths", diff)).toEqual({ code: 0, said: "" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command in the copy answered and said. */
async function run(command: string, ...args: readonly string[]) {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>((done, reject) => child.on("close", done).on("error", reject));
  return { code, said: stripVTControlCharacters(said) };
}

/** Runs test files of the copy; each of them must have passed. */
async function passes(project: string, ...args: readonly string[]) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { code, said } = await run(process.execPath, vitest, "run", "--project", project, ...args);
  const files = args.filter((arg) => !arg.startsWith("--")).length;
  expect([code, code === 0 ? "" : said]).toEqual([0, ""]);
  expect(said).toMatch(new RegExp(String.raw`Test Files +${files} passed`));
  return said;
}

describe("keys and badges, added by the diff of the docs,", () => {
  test("is declared and printed as each register is", async () => {
    await passes(
      "unit",
      "src/catalog/registers/registers.test.ts",
      "src/catalog/printed/printed.test.ts",
      "src/domain/printed/draw.test.ts",
    );
  });

  test("is added, filtered, sorted, imported, exported, confirmed and sealed as each register is", async () => {
    const said = await passes("db", "src/server/registers/every-register.db.test.ts", "--reporter=verbose");
    expect(said).toMatch(/✓.*\bkeys\b/);
  });

  test("answers at each endpoint as the contract says", async () => {
    // What files are imported from is read by processes that see the folder of the product alone, and not what a copy links to.
    await passes("db", "tests/contracts/endpoints.test.ts", "--testNamePattern=^(registers|printedDocuments)\\.");
  });

  test("is kept from other companies as each register is", async () => {
    await passes("db", "tests/contracts/isolation.test.ts");
  });
});
