import type pg from "pg";
import { urlOfRole } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";
import { ownClient } from "../db/own-client.ts";

/** Who writes down what is found, and who reads the rows of every company. */
export interface TwoConnections {
  readonly worker: pg.Client;
  readonly reader: pg.Client;
}

/** Runs `work` with a connection as the role of workers and one as that of backups, and ends both. */
export async function withTwoConnections<T>(
  { adminUrl, keys }: { readonly adminUrl: string; readonly keys: Keys },
  work: (connections: TwoConnections) => Promise<T>,
): Promise<T> {
  const worker = ownClient(urlOfRole(adminUrl, "app_worker", keys));
  const reader = ownClient(urlOfRole(adminUrl, "app_backup", keys));
  try {
    await worker.connect();
    await reader.connect();
    return await work({ worker, reader });
  } finally {
    await worker.end().catch(() => {});
    await reader.end().catch(() => {});
  }
}
