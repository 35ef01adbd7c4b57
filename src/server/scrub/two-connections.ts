import pg from "pg";
import { urlOfRole } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";

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
  const worker = new pg.Client({ connectionString: urlOfRole(adminUrl, "app_worker", keys) });
  const reader = new pg.Client({ connectionString: urlOfRole(adminUrl, "app_backup", keys) });
  for (const client of [worker, reader]) client.on("error", () => {});
  try {
    await worker.connect();
    await reader.connect();
    return await work({ worker, reader });
  } finally {
    await worker.end().catch(() => {});
    await reader.end().catch(() => {});
  }
}
