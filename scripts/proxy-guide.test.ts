import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./program.ts";

test("the proxy of the guide offers no suite below 256 bits", () => {
  const guide = readFileSync(join(root, "docs/operations/several-processes.md"), "utf8");
  const named = (directive: string) => new RegExp(`^ *${directive} ([^;]+);$`, "m").exec(guide)?.[1] ?? "";
  const suites = [...named("ssl_ciphers").split(":"), ...named("ssl_conf_command Ciphersuites").split(":")];
  expect(suites.length).toBeGreaterThan(4);
  for (const suite of suites) expect(suite).toMatch(/AES256-GCM|AES_256_GCM|CHACHA20.?POLY1305/);
  expect(named("ssl_protocols")).toBe("TLSv1.2 TLSv1.3");
});
