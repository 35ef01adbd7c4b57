import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { buildVerifyPage } from "./build-verify-page.ts";

const build = async () => readFileSync(await buildVerifyPage(join(temporaryFolder(), "verify.html")), "utf8");

test("the page runs the script inside of it and no other, asks nobody, and is the same when it is built again", async () => {
  const page = await build();
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page)!;
  for (const element of ["script", "style"]) {
    const contents = [...page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"))].map(
      (match) => match[1]!,
    );
    expect(contents).toHaveLength(1);
    expect(contents[0]!.length).toBeGreaterThan(1_000);
    const hash = createHash("sha256").update(contents[0]!).digest("base64");
    expect(policy).toContain(`${element}-src 'sha256-${hash}'`);
  }
  expect(policy!.replace(/'sha256-[^']+'/g, "HASH")).toBe(
    "default-src 'none'; script-src HASH 'wasm-unsafe-eval'; worker-src blob:; style-src HASH; base-uri 'none'; " +
      "form-action 'none'; require-trusted-types-for 'script'; trusted-types exhibit-judge",
  );
  expect(page).not.toMatch(/(src|href)="/);
  expect(await build()).toBe(page);
});
