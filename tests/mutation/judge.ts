import type { ClientBase } from "pg";
import { breaches } from "../sweeps/catalog/lints.ts";
import { sweep } from "../sweeps/isolation/sweep.ts";
import type { Sweep } from "../sweeps/isolation/sweep.ts";
import { undone } from "../sweeps/isolation/undone.ts";
import type { Mutant } from "./mutants.ts";

/** Spoils the seeded database, takes that back, and says which check noticed; undefined when none did. */
export async function caughtBy(client: ClientBase, healthy: Sweep, mutant: Mutant): Promise<string | undefined> {
  return await undone(client, async () => {
    await client.query(mutant.sql);
    const [breach] = await breaches(client);
    if (breach) return `lint (${breach})`;
    if (mutant.table && (await sweepNotices(client, healthy, [mutant.table]))) return "matrix";
    return await sweepNotices(client, healthy);
  });
}

/** Which part of the sweep differs from the healthy database's; a sweep that refuses to run has noticed too. */
async function sweepNotices(client: ClientBase, healthy: Sweep, only?: string[]): Promise<string | undefined> {
  try {
    const { manifest } = await undone(client, () => sweep(client, only));
    const tables = Object.keys(manifest.tables);
    if (tables.some((name) => !same(manifest.tables[name], healthy.manifest.tables[name]))) return "matrix";
    return only || same(manifest.doors, healthy.manifest.doors) ? undefined : "doors";
  } catch (error) {
    return `sweep (${(error as Error).message})`;
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
