import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runTool } from "../../scripts/program.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Every unit test that asks how many rounds there are. */
const files = globSync("src/**/*.test.ts", { cwd: root }).filter(
  (file) => !file.endsWith(".db.test.ts") && readFileSync(path.join(root, file), "utf8").includes("/rounds.ts"),
);

test("properties that are tried in a few cases with every change hold in many", async () => {
  expect(files.length).toBeGreaterThan(5);
  const { code, output } = await runTool("vitest", "vitest", ["run", "--project", "unit", ...files], {
    env: { ROUNDS: "many" },
  });
  expect(code, output.slice(-5_000)).toBe(0);
});
