import { setTimeout } from "node:timers/promises";
import { isDatabaseAway } from "../app-error.ts";

/** The database cannot be reached; the message says since when it was tried. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

interface Patience {
  readonly patienceMs?: number;
  readonly pauseMs?: number;
  /** Told from time to time that it still waits. */
  readonly say: (sentence: string) => void;
}

/**
 * Does `work` again while the database is not there, for a minute: a machine that boots starts Exhibit before its database. Throws
 * {@link DatabaseAway} after that, and at once whatever else fails.
 */
export async function untilThere<T>(
  work: () => Promise<T>,
  { patienceMs = 60_000, pauseMs = 5_000, say }: Patience,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (performance.now() - began >= patienceMs)
        throw new DatabaseAway(
          `The database in DATABASE_URL does not answer: ${reason}. It was tried for ${Math.round(patienceMs / 1_000)} seconds. Start it, or correct the address.`,
          { cause: error },
        );
      say(`the database does not answer (${reason}): waiting for it`);
      await setTimeout(pauseMs);
    }
  }
}
