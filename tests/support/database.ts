import type { TestProject } from "vitest/node";
import { startCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: Cluster;
  }
}

/** vitest's globalSetup: one server and one migrated template for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template, stop } = await startCluster();
  project.provide("cluster", { adminUrl, template });
  return stop;
}
