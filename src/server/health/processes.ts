import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { DB } from "../db/types.gen.ts";

/** What a process says of itself. */
export interface ThisProcess {
  readonly id: string;
  readonly role: string;
  readonly version: string;
  readonly nodeVersion: string;
  readonly startedAt: Date;
  /** Of the keys that the process holds now. */
  readonly keysGeneration: () => number;
}

const EVERY_MS = 15_000;
/** How soon new keys are told of: whoever turns them over waits for it. */
const LOOK_MS = 200;
/** A process that was not heard of for so long is gone, however it ended. */
export const GONE_MS = 120_000;

/** Writes the process's line now, every fifteen seconds, and when it has taken new keys; `stop` takes it away, so that nobody waits for it to fade. */
export function beat(db: Kysely<DB>, { id, ...self }: ThisProcess, now: () => Date, log: Logger) {
  let written = -1;
  const write = async () => {
    const at = now();
    const generation = self.keysGeneration();
    const line = {
      role: self.role,
      version: self.version,
      node_version: self.nodeVersion,
      last_seen_at: at,
      keys_generation: generation,
    };
    await db
      .insertInto("app.processes")
      .values({ id, started_at: self.startedAt, ...line })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(line))
      .execute();
    await db
      .deleteFrom("app.processes")
      .where("last_seen_at", "<", new Date(at.getTime() - GONE_MS))
      .execute();
    written = generation;
  };
  const tryToWrite = () => void (last = write().catch((error: unknown) => log.debug({ err: error }, "no heartbeat")));
  let last: Promise<void> = Promise.resolve();
  tryToWrite();
  const timer = setInterval(tryToWrite, EVERY_MS).unref();
  const watch = setInterval(() => written !== self.keysGeneration() && tryToWrite(), LOOK_MS).unref();
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      clearInterval(watch);
      await last;
      await db
        .deleteFrom("app.processes")
        .where("id", "=", id)
        .execute()
        .catch(() => {});
    },
  };
}
