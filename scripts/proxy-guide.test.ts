import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lacks } from "#tests/support/machine.ts";
import { root } from "./program.ts";

const nginx = readFileSync(join(root, "deploy/nginx.conf"), "utf8");
const caddy = readFileSync(join(root, "deploy/Caddyfile"), "utf8");
const strong = /AES_?256_?GCM|AES256-GCM|CHACHA20.?POLY1305/;

test("the proxies that are given offer TLS 1.2 and 1.3 alone, and no suite below 256 bits", () => {
  const named = (directive: string) => new RegExp(`^ *${directive} ([^;]+);$`, "m").exec(nginx)?.[1] ?? "";
  const suites = [...named("ssl_ciphers").split(":"), ...named("ssl_conf_command Ciphersuites").split(":")];
  expect(suites.length).toBeGreaterThan(4);
  for (const suite of suites) expect(suite).toMatch(strong);
  expect(named("ssl_protocols")).toBe("TLSv1.2 TLSv1.3");
  expect(/^\s*protocols (.+)$/m.exec(caddy)?.[1]).toBe("tls1.2 tls1.3");
  const theirs = /^\s*ciphers (.+)$/m.exec(caddy)?.[1]?.split(" ") ?? [];
  expect(theirs.length).toBe(4);
  for (const suite of theirs) expect(suite).toMatch(strong);
});

test("both proxies let go of idle connections sooner than a process that stops does", () => {
  // DRAIN_SECONDS is 2 in production.
  expect(nginx).toMatch(/^ *keepalive_timeout 1s;$/m);
  expect(caddy).toMatch(/^\s*keepalive 1s$/m);
  expect(caddy).toMatch(/^\s*lb_try_duration 60s$/m);
});

test.skipIf(lacks("caddy"))("Caddy takes the configuration that is given", () => {
  const asked = ["validate", "--adapter", "caddyfile", "--config", join(root, "deploy/Caddyfile")];
  const { status, stderr } = spawnSync("caddy", asked, { env: { ...process.env, DOMAIN: "exhibit.example.com" } });
  expect(stderr.toString()).not.toMatch(/"level":"(warn|error)"/);
  expect(status).toBe(0);
});

test("a write reaches a second process only where the first did not take it", () => {
  const next = /proxy_next_upstream ([^;]+);/.exec(nginx)?.[1]?.split(" ") ?? [];
  expect(next).not.toContain("non_idempotent");
  expect(nginx).toMatch(/proxy_set_header Host \$host;/);
});

const binary = "/usr/sbin/nginx";

test.skipIf(!existsSync(binary))("nginx takes the configuration that is given", () => {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-nginx-"));
  try {
    const asked = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=exhibit.example.com".split(" ");
    const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "fullchain.pem")];
    const made = spawnSync("openssl", [...asked, ...files]);
    expect(made.status).toBe(0);
    writeFileSync(join(folder, "site.conf"), nginx.replaceAll("/etc/ssl/exhibit", folder));
    writeFileSync(
      join(folder, "nginx.conf"),
      `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; include ${folder}/site.conf; }`,
    );
    const { status, stderr } = spawnSync(binary, ["-t", "-p", folder, "-c", join(folder, "nginx.conf")]);
    expect(stderr.toString()).toContain("test is successful");
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
