import { expect, test } from "vitest";
import { billOfMaterials, readLock } from "./sbom.ts";

const lock = readLock() as Record<
  string,
  { dev?: boolean; devOptional?: boolean; optional?: boolean; integrity?: string }
>;
const bill = billOfMaterials(readLock());

test("the bill of materials lists every package that the lock file says a release needs, with the hash that is pinned", () => {
  const listed = new Map(bill.components.map((component) => [component["bom-ref"], component]));
  const needed = Object.entries(lock).filter(
    ([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional,
  );
  expect(needed.length).toBeGreaterThan(50);
  for (const [path, { integrity }] of needed) {
    const pinned = Buffer.from(integrity!.slice(integrity!.indexOf("-") + 1), "base64").toString("hex");
    expect(listed.get(path)?.hashes, path).toEqual([{ alg: "SHA-512", content: pinned }]);
  }
});

test("it lists nothing that only builds or tests, and names every package that another needs", () => {
  for (const { "bom-ref": path } of bill.components) expect(lock[path]?.dev ?? false, path).toBe(false);
  const refs = new Set(bill.dependencies.map(({ ref }) => ref));
  for (const { dependsOn } of bill.dependencies) for (const path of dependsOn) expect(refs).toContain(path);
  expect(bill.dependencies.find(({ ref }) => ref === "exhibit")!.dependsOn).toContain("node_modules/pg");
});
