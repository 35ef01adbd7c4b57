import { existsSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: Cluster;
  }
}

const products = ["client", "verify.mjs"].map((name) => path.resolve(import.meta.dirname, "../../build", name));

/** vitest's globalSetup: one server and one migrated template for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!products.every((product) => existsSync(product)))
    console.warn("Nothing is built, so tests of pages and bundles will fail: npm run build");
  const { adminUrl, template, stop } = await startCluster();
  project.provide("cluster", { adminUrl, template });
  return stop;
}
