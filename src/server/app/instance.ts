import { openAnyStores, openStores } from "../blobs/open-stores.ts";
import { asWorker } from "../db/as-worker.ts";
import type { BackupDeps } from "../backup/backup.ts";
import { machineClock } from "../clock.ts";
import { besideAnchors, openAnchors } from "./anchor-settings.ts";
import { loadConfig } from "./config.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { openKeys } from "../keys/keys.ts";
import { openAnchorStore } from "../ledger/open-anchor-store.ts";
import { settleNextSecret } from "../keys/secret-key.ts";
import { prepare } from "../vault/prepare.ts";

/**
 * Opens the instance that the settings describe, beside a running server where there is one: an embedded database that
 * runs is shared, one that does not is started for as long as the command takes. Refuses ({@link UnusableStorage}) places for files
 * that are not those which the database knows, unless `anyStores` is true: for what brings files or the database back.
 */
export async function withInstance<T>(
  work: (instance: BackupDeps) => Promise<T>,
  { anyStores = false } = {},
): Promise<T> {
  const config = loadConfig();
  const postgres = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : undefined;
  try {
    const adminUrl = postgres?.url ?? config.databaseUrl!;
    const { secrets } = config;
    const keys = openKeys(await prepare(adminUrl, secrets, machineClock));
    settleNextSecret(config.dataDir);
    const blobs = anyStores
      ? await openAnyStores(config.storage)
      : await asWorker({ adminUrl, keys }, (worker) => openStores(config.storage, worker));
    return await work({
      adminUrl,
      keys,
      secrets,
      blobs,
      anchors: anyStores
        ? await openAnchorStore(config.anchors, besideAnchors(config))
        : await openAnchors(config, (ask) => asWorker({ adminUrl, keys }, ask)),
      now: machineClock,
    });
  } finally {
    await postgres?.stop();
  }
}
