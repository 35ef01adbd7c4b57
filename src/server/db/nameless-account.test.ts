import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameThisAccount } from "./nameless-account.ts";

test("an account that has a name needs nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-name-"));
  expect(nameThisAccount(folder)).toEqual({});
  rmSync(folder, { recursive: true });
});

// Only root can become somebody whom this machine does not know.
test.runIf(process.getuid?.() === 0)("a user id without a name is named, or told in one sentence what it needs", () => {
  const script = `import { nameThisAccount } from ${JSON.stringify(join(import.meta.dirname, "nameless-account.ts"))};
    process.setgid(54321); process.setuid(54321);
    const { mkdtempSync } = await import("node:fs");
    console.log(JSON.stringify(nameThisAccount(mkdtempSync("/tmp/exhibit-name-"))));`;
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  const named = /"NSS_WRAPPER_PASSWD":"[^"]+passwd"/.test(stdout);
  expect(named || stderr.includes("User id 54321 has no name on this machine")).toBe(true);
});
