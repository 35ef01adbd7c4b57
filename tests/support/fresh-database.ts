import { inject } from "vitest";
import { cloneTemplate, createEmpty } from "./cluster.ts";
import type { FreshDatabase } from "./cluster.ts";

export type { FreshDatabase } from "./cluster.ts";

/**
 * A migrated, empty database for one test or one file of tests; call its `close` in the end. Costs about 0.1 s.
 * `poolSize` is the number of connections that serve requests.
 */
export async function freshDatabase(poolSize?: number): Promise<FreshDatabase> {
  return await cloneTemplate(inject("cluster"), poolSize);
}

/** A database without anything in it; call its `close` in the end. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return await createEmpty(inject("cluster"));
}
