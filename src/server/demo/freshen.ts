import pg from "pg";
import { freshenConnections } from "./sample-connections.ts";
import { freshenRequests } from "./sample-installation.ts";

/** Dates what is collected every hour as if the last hour's had just come in, when a visit begins. */
export async function freshen(url: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await freshenRequests(client, now);
    await freshenConnections(client, now);
  } finally {
    await client.end();
  }
}
