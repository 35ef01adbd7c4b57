import type pg from "pg";
import { ownClient } from "./own-client.ts";

/**
 * For the operator's command line: the administrator becomes the one role that may do what no role that serves can, for one
 * transaction.
 */
export async function asDefiner<T>(
  { adminUrl }: { readonly adminUrl: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = ownClient(adminUrl);
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE app_definer");
    const done = await work(client);
    await client.query("COMMIT");
    return done;
  } finally {
    await client.end();
  }
}
