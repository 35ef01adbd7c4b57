import { setTimeout } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";

/** Between two tries to listen again, in milliseconds. */
const AGAIN_MS = 2_000;

export interface Listener {
  /** Whether what is told now is heard of. Whoever relies on it looks more often while it is not. */
  hears(): boolean;
  /** Stops hearing, and gives the connection back. */
  stop(): Promise<void>;
}

/**
 * Listens to a channel of the database, a plain name of ours, on one connection of the pool, and calls `heard` for each notification. A connection that was lost
 * is opened again, for ever; `heard` is called whenever listening begins, too, since what was told before was not heard. `pool` must not
 * be one whose connections all wait for what is told.
 */
export function listen(pool: Pool, channel: string, heard: () => void, log: Logger, againMs = AGAIN_MS): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isHearing = false;
  const hear = async () => {
    const client = await connect(pool, signal);
    if (!client) return;
    const tell = () => heard();
    const end = Promise.withResolvers<void>();
    client.on("notification", tell).once("error", end.resolve).once("end", end.resolve);
    signal.addEventListener("abort", () => end.resolve(), { once: true });
    let isReusable = false;
    try {
      await client.query(`LISTEN ${channel}`);
      isHearing = true;
      heard();
      await end.promise;
      if (signal.aborted)
        isReusable = await client.query("UNLISTEN *").then(
          () => true,
          () => false,
        );
    } finally {
      isHearing = false;
      client.off("notification", tell).off("error", end.resolve).off("end", end.resolve);
      client.release(!isReusable);
    }
  };
  const hearing = (async () => {
    while (!signal.aborted) {
      await hear().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, channel }, "what the database tells is not heard for now");
      });
      await setTimeout(againMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    hears: () => isHearing,
    stop: async () => {
      stopping.abort();
      await hearing;
    },
  };
}

/** A connection of the pool; undefined when nobody wants it any more. One that comes later goes back at once. */
async function connect(pool: Pool, signal: AbortSignal): Promise<PoolClient | undefined> {
  const connecting = pool.connect();
  const client = await Promise.race([connecting, aborted(signal)]);
  if (!client) void connecting.then((late) => late.release()).catch(() => {});
  return client;
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
