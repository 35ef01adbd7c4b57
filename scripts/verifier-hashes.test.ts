import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifierHashes } from "#catalog/verifier-hashes.gen.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { root, runNode } from "./program.ts";

const builds = [
  ["verify.mjs", "scripts/build-verifier.ts"],
  ["verify.html", "scripts/build-verify-page.ts"],
] as const;

/** Packages that go into the verifier and its judge: a link would show where it leads. */
const copied = ["@noble", "saxes", "xmlchars", "zod"];

/** A copy of the sources, with the packages that go into the page. */
function clone(): string {
  const folder = temporaryFolder();
  const settings = readdirSync(root).filter((name) => /^(?:package|tsconfig.*)\.json$/.test(name));
  for (const name of ["src", "scripts", ...settings]) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    const [from, to] = [join(root, "node_modules", name), join(folder, "node_modules", name)];
    if (copied.includes(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  return folder;
}

test("S4: two builds in two folders give one verifier, whose SHA-256 README names", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const folder = clone();
  for (const [name, script] of builds) {
    const { code, output } = await runNode(join(folder, script));
    expect([name, code], output).toEqual([name, 0]);
    const hash = createHash("sha256")
      .update(readFileSync(join(folder, "build", name)))
      .digest("hex");
    expect([name, hash], "npm run verifier-hashes writes them").toEqual([name, verifierHashes[name]]);
    expect(readme).toContain(`| \`${name}\` | \`${hash}\` |`);
  }
});
