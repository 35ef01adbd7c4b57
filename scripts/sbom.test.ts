import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./program.ts";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

test("the bill of materials lists every package that a release needs, with the hash that is pinned", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [npm, ...args] = scripts.sbom.split(" ") as [string, ...string[]];
  const bill = JSON.parse(execFileSync(npm, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }));
  expect(bill.bomFormat).toBe("CycloneDX");
  const listed = new Map<string, string[]>();
  for (const { purl, hashes = [] } of bill.components)
    listed.set(
      purl,
      hashes.map(({ content }: { content: string }) => content),
    );
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const needed = Object.entries(packages as Record<string, Locked>).filter(
    ([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional,
  );
  expect(needed.length).toBeGreaterThan(50);
  for (const [path, { version, integrity }] of needed) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const pinned = Buffer.from(integrity!.slice(integrity!.indexOf("-") + 1), "base64").toString("hex");
    expect(listed.get(`pkg:npm/${name.replace("@", "%40")}@${version}`), name).toContain(pinned);
  }
});
