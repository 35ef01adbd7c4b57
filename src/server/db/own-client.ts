import pg from "pg";
import { KEEP_ALIVE_MS, leaveWhenLost } from "./connections.ts";

/** Longer than any one statement of upkeep or of a command takes, on a large installation, too. */
const SILENT_MS = 3_600_000;

/**
 * A connection outside of the pools, not connected yet. One whose other side is gone without a word ends instead of being waited for, and
 * what ends it is thrown to who uses it and does not end the process.
 */
export function ownClient(connectionString: string, silentMs = SILENT_MS): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  client.on("error", () => {});
  client.once("connect", () => leaveWhenLost(client, true, silentMs));
  return client;
}
