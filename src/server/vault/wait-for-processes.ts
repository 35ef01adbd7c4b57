import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { inVault } from "./administrator.ts";

/** A process has not taken the new keys. The message names it and says what to do. */
export class ProcessBehind extends Error {
  override readonly name = "ProcessBehind";
}

/** A process writes its line every fifteen seconds; one that missed three is gone, however it ended. */
const GONE_MS = 45_000;
const LOOK_MS = 100;

/** Waits until every process that runs holds keys of this generation or a newer one. Throws {@link ProcessBehind}. */
export async function waitForProcesses(
  client: pg.ClientBase,
  generation: number,
  now: () => Date,
  patienceMs = 120_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await inVault(client, () =>
      client.query<{ id: string; role: string }>(
        `SELECT id::text, role FROM app.processes WHERE keys_generation < $1 AND last_seen_at > $2`,
        [generation, new Date(now().getTime() - GONE_MS)],
      ),
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline) {
      const names = rows.map(({ id, role }) => `${role} ${id}`).join(", ");
      throw new ProcessBehind(
        `These processes have not taken the new keys: ${names}. Restart them with the current SECRET_KEY, ` +
          "then run rotate-keys again: it goes on from here.",
      );
    }
    await setTimeout(LOOK_MS);
  }
}
