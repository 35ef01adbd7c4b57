import { pino } from "pino";
import { storesByLocation } from "../blobs/stores-by-location.ts";
import type { BackupDeps } from "../backup/backup.ts";
import { loadConfig } from "../app/config.ts";
import { collectNow } from "../connections/collect-now.ts";
import { connectionsKeyOf, publishSealingKey } from "../connections/connections-key.ts";
import type { Collecting } from "../connections/run-collection.ts";
import { openVendorClients } from "../connections/vendor-clients.ts";
import { connectorsOf } from "../connections/connectors.ts";
import { openDatabases } from "../db/connections.ts";
import { openEgress } from "../outbound/egress.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

export const collect: Command = {
  name: "collect",
  usage: "collect [--company SLUG]",
  does: "Collects now from every account that is connected, or from those of one company, and says what came of each. Ends with 1 when one failed.",
  run: async (args, out) => {
    const [option, slug, ...more] = args;
    if (more.length > 0 || (option !== undefined && (option !== "--company" || !slug))) {
      out("Say collect, or collect --company SLUG with the company's address.");
      return 2;
    }
    return await withInstance((instance) => withCollecting(instance, (deps) => collectNow(deps, slug, out)));
  },
};

/** What a worker of this instance has, for as long as the command takes. */
async function withCollecting<T>(
  { adminUrl, keys, blobs, now }: BackupDeps,
  work: (deps: Collecting) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  if (!config.connectionsKey)
    throw new Error(
      "ROLE=web and ROLE=signer have no key to the credentials of connections. Collect where a worker runs.",
    );
  const key = connectionsKeyOf(config.connectionsKey);
  const log = pino({ level: "silent" });
  const databases = openDatabases(adminUrl, keys, log);
  try {
    await publishSealingKey(databases.worker, key, now());
    const egress = openEgress({ allowPrivate: config.allowPrivateEndpoints });
    const setting = (name: string) => config.vendors[name];
    const { openVendorClient } = openVendorClients({
      databases,
      key,
      keys,
      egress,
      setting,
      now,
      log,
      appUrl: config.appUrl,
    });
    return await work({
      databases,
      keys,
      blobs: await storesByLocation(databases, blobs),
      connectors: connectorsOf(config),
      now,
      log,
      openVendorClient,
      everyMinutes: config.collectEveryMinutes,
    });
  } finally {
    await databases.close();
  }
}
