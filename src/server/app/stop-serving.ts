import type { Server } from "node:http";
import { Server as Listener } from "node:net";
import { setTimeout } from "node:timers/promises";

/** How long what is under way may take to finish when the process stops and nobody said another time; the next one finds unfinished work. */
export const GRACE_MS = 7_000;

/**
 * Takes no more connections, and still answers on those that are open. The promise resolves when the last of them has ended. For a
 * socket that another process holds, too: what connects from now on waits for whoever listens on it next.
 */
export function stopAccepting(server: Server): Promise<void> {
  // An HTTP server's own `close` would cut what is idle, on which a proxy may be sending its next request.
  return new Promise((resolve) => Listener.prototype.close.call(server, () => resolve()));
}

/**
 * Waits for the requests under way; when their time is up, what still runs is cut off. `stopped` is what `stopAccepting` answered
 * where it was called before.
 */
export async function stopServing(server: Server, stopped?: Promise<void>, graceMs = GRACE_MS): Promise<void> {
  if (!stopped && !server.listening) return;
  const closed = stopped ?? stopAccepting(server);
  server.closeIdleConnections();
  const done = new AbortController();
  void setTimeout(graceMs, undefined, { signal: done.signal }).then(
    () => server.closeAllConnections(),
    () => {},
  );
  await closed;
  done.abort();
}
