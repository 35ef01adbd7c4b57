import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { installRuntime } from "./runtime.mjs";

const NAME = "node-any-machine";
const VERSION = "24.21.0";
let folder: string;
let archive: Buffer;
let served: Buffer;

/** A registry with one package, whose install script would leave a mark. */
const registry = createServer(({ url }, response) => {
  if (url?.endsWith(".tgz")) return response.end(served);
  const origin = `http://localhost:${(registry.address() as AddressInfo).port}`;
  const dist = { tarball: `${origin}/${NAME}/-/${NAME}-${VERSION}.tgz`, integrity: sha512(served) };
  const manifest = { name: NAME, version: VERSION, bin: { node: "bin/node" }, dist };
  return response.end(JSON.stringify({ name: NAME, versions: { [VERSION]: manifest } }));
});

function sha512(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

/** An archive as npm packs one: a program, and a script that npm would run. */
function pack(program: string): Buffer {
  const source = join(folder, "package");
  mkdirSync(join(source, "bin"), { recursive: true });
  writeFileSync(join(source, "bin", "node"), program, { mode: 0o755 });
  const scripts = { preinstall: `echo ran > ${join(folder, "mark")}` };
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: NAME, version: VERSION, scripts }));
  execFileSync("tar", ["-czf", join(folder, "package.tgz"), "-C", folder, "package"]);
  return readFileSync(join(folder, "package.tgz"));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "exhibit-runtime-"));
  archive = pack("the true program");
  served = archive;
  await new Promise<void>((resolve) => registry.listen(0, "localhost", resolve));
  vi.stubEnv("npm_config_registry", `http://localhost:${(registry.address() as AddressInfo).port}`);
  vi.stubEnv("npm_config_cache", join(folder, "cache"));
});

afterAll(() => {
  vi.unstubAllEnvs();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("S12: the Node runtime is installed by its pinned hash alone", () => {
  test("the pinned archive is installed, and no script of it runs", async () => {
    const home = join(folder, "right");
    const node = await installRuntime(home, [NAME, sha512(archive)]);
    expect(readFileSync(node, "utf8")).toBe("the true program");
    expect(existsSync(join(folder, "mark"))).toBe(false);
  });

  test("another archive under the same name and version is refused with a sentence, and leaves nothing", async () => {
    const home = join(folder, "wrong");
    served = pack("another program");
    vi.stubEnv("npm_config_cache", join(folder, "another-cache"));
    await expect(installRuntime(home, [NAME, sha512(archive)])).rejects.toThrow(
      /^Node 24\.21\.0 was not installed: the archive of node-any-machine differs from its pinned SHA-512\./,
    );
    expect(existsSync(join(home, "node_modules"))).toBe(false);
  });

  test("a machine without a pinned archive is told which Node to install", async () => {
    const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
    Object.defineProperty(process, "platform", { value: "sunos" });
    try {
      await expect(installRuntime(join(folder, "other"))).rejects.toThrow("Install Node 24.7 or newer.");
    } finally {
      Object.defineProperty(process, "platform", platform);
    }
  });
});
