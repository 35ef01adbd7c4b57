import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";

/** Probes come often, and backups seldom. */
const KEPT_MS = 30_000;

/** When the newest good backup was written, as far as the database knows; null where there is none, or nobody can be asked. */
export function lastBackupOf(worker: Kysely<DB>, now: () => Date): () => Promise<string | null> {
  let kept: { readonly at: number; readonly backup: Promise<string | null> } | undefined;
  const read = async () => {
    try {
      const [newest] = await callFunction(worker, "app.backup_health", [now()]);
      return newest?.good_at?.toISOString() ?? null;
    } catch {
      return null;
    }
  };
  return async () => {
    const at = performance.now();
    if (!kept || at - kept.at > KEPT_MS) kept = { at, backup: read() };
    return await kept.backup;
  };
}
