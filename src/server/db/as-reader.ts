import type pg from "pg";
import type { Keys } from "../keys/keys.ts";
import { urlOfRole } from "./connections.ts";
import { ownClient } from "./own-client.ts";

/** For commands and upkeep: a connection that sees the rows of every company and changes none, for as long as the work takes. */
export async function asReader<T>(
  { adminUrl, keys }: { readonly adminUrl: string; readonly keys: Keys },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = ownClient(urlOfRole(adminUrl, "app_backup", keys));
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
