import type { ClientBase } from "pg";
import { breaches } from "../contracts/catalog/lints.ts";
import { measureIsolation } from "../contracts/isolation/measure.ts";
import type { Manifest } from "../contracts/isolation/manifest.ts";
import type { Part } from "../contracts/isolation/measure.ts";
import { undone } from "../contracts/isolation/undone.ts";
import type { Mutant } from "./mutants.ts";

type Described = Readonly<Record<string, unknown>>;

/**
 * Spoils the seeded database, takes that back, and says which check noticed; undefined when none did. Looks first where
 * the mutant shows first. `healthy` is what the measure of the whole database finds.
 */
export async function caughtBy(client: ClientBase, healthy: Manifest, mutant: Mutant): Promise<string | undefined> {
  const parts: Part[] = [{ doors: [] }, { tables: [] }];
  if (mutant.door) parts.unshift({ tables: [], doors: [mutant.door] });
  if (mutant.table) parts.unshift({ tables: [mutant.table], doors: [] });
  return await undone(client, async () => {
    await client.query(mutant.sql);
    const [breach] = await breaches(client);
    if (breach) return `lint (${breach})`;
    for (const part of parts) {
      const noticed = await measureNotices(client, healthy, part);
      if (noticed) return noticed;
    }
    return undefined;
  });
}

/** Which part of the measure differs from the healthy database's; a measure that refuses to run has noticed too. */
async function measureNotices(client: ClientBase, healthy: Manifest, part: Part): Promise<string | undefined> {
  try {
    const { manifest } = await undone(client, () => measureIsolation(client, part));
    if (differs(manifest.tables, healthy.tables, part.tables)) return "matrix";
    return differs(manifest.doors, healthy.doors, part.doors) ? "doors" : undefined;
  } catch (error) {
    return `isolation (${(error as Error).message})`;
  }
}

/** Whether what was found is not what it should be; where only a part was looked at, what was not found does not count. */
function differs(found: Described, wanted: Described, part: readonly string[] | undefined): boolean {
  const names = new Set([...Object.keys(found), ...(part ? [] : Object.keys(wanted))]);
  return [...names].some((name) => JSON.stringify(found[name]) !== JSON.stringify(wanted[name]));
}
