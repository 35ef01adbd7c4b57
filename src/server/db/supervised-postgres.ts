import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from "./embedded-postgres.ts";
import { isPostmaster } from "./postmaster.ts";

const LOOK_MS = 250;

/**
 * An embedded PostgreSQL that comes back when it dies, at the same address: requests fail with 503 until it has
 * recovered, and nobody has to restart anything. `warn` is told each time.
 */
export async function superviseEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions & { readonly warn: (line: string) => void },
): Promise<Pick<EmbeddedPostgres, "url" | "stop">> {
  const shares = [await startEmbeddedPostgres(dataDir, options)];
  const { url } = shares[0]!;
  const folder = realpathSync(join(dataDir, "pg"));
  let stopping = false;
  const watching = (async () => {
    while (!stopping) {
      await setTimeout(LOOK_MS, undefined, { ref: false });
      if (stopping || isPostmaster(shares.at(-1)!.pid, folder)) continue;
      options.warn("PostgreSQL ended unexpectedly and is being started again");
      try {
        shares.push(await startEmbeddedPostgres(dataDir, options));
      } catch (error) {
        options.warn(`PostgreSQL could not be started again: ${(error as Error).message}`);
        await setTimeout(1_000, undefined, { ref: false });
      }
    }
  })();
  return {
    url,
    stop: async () => {
      stopping = true;
      await Promise.race([watching, setTimeout(LOOK_MS * 2)]);
      for (const share of shares) await share.stop();
    },
  };
}
