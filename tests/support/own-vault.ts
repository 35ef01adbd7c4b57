import { pino } from "pino";
import { openDatabases, openKysely, openPool, urlOfRole } from "#server/db/connections.ts";
import { openKeys } from "#server/keys/keys.ts";
import { prepare } from "#server/vault/prepare.ts";
import type { Secrets } from "#server/keys/secrets.ts";
import { testSecrets } from "./cluster.ts";
import type { FreshDatabase } from "./cluster.ts";

/**
 * The database with a vault of its own, as an installation has it: keys that no other test has, wrapped by `secrets`, and logins of
 * its own. What an earlier release left in it is taken over. `close` closes both.
 */
export async function withOwnVault(database: FreshDatabase, secrets: Secrets = testSecrets): Promise<FreshDatabase> {
  const keys = openKeys(await prepare(database.adminUrl, secrets, () => new Date()));
  const log = pino({ level: "silent" });
  const databases = openDatabases(database.adminUrl, keys, log, 4);
  const signerPool = openPool(() => urlOfRole(database.adminUrl, "app_signer", keys), 4, log);
  return {
    ...database,
    keys,
    databases,
    signer: openKysely(signerPool),
    close: async () => {
      await Promise.all([databases.close(), signerPool.end()]);
      await database.close();
    },
  };
}
