import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { claimRun } from "./claims.ts";
import { runCollection } from "./run-collection.ts";
import type { Collecting } from "./run-collection.ts";

/** Runs that one process works on at once: they wait for vendors most of the time. */
const AT_ONCE = 12;
/** Of these, for companies that have none under way: whoever connects many slow accounts keeps nobody else waiting. */
const KEPT_FREE = 3;
/** While some are under way it looks again for others after so long, in milliseconds of real time. */
const LOOK_AGAIN_MS = 2_000;

/**
 * Plans what is due, and works on what waits until nothing does. Any number of processes may; a run belongs to one of them, and one
 * that is killed leaves it to the next once its lease has ended.
 */
export async function collectDue(deps: Collecting, signal: AbortSignal): Promise<void> {
  const active = new Set<Promise<void>>();
  while (!signal.aborted) {
    await sql`SELECT app.plan_collections(${deps.now()}, ${deps.everyMinutes})`.execute(deps.databases.worker);
    await fill(deps, active, signal);
    if (active.size === 0) return;
    const pause = new AbortController();
    const rest = setTimeout(LOOK_AGAIN_MS, undefined, { signal: AbortSignal.any([pause.signal, signal]) });
    const looked = rest.then(
      () => true,
      () => signal.aborted,
    );
    // Each that ends makes room for the next.
    while (!signal.aborted && active.size > 0) {
      const isTime = await Promise.race([looked, Promise.race(active).then(() => false)]);
      if (isTime) break;
      await fill(deps, active, signal);
    }
    pause.abort();
  }
  await Promise.all(active);
}

/** Claims as long as there is room and something waits. */
async function fill(deps: Collecting, active: Set<Promise<void>>, signal: AbortSignal): Promise<void> {
  while (active.size < AT_ONCE && !signal.aborted) {
    const idle = active.size >= AT_ONCE - KEPT_FREE;
    const claim = await claimRun(deps.databases.worker, deps.now(), deps.everyMinutes, idle);
    if (!claim) return;
    const run: Promise<void> = runCollection(deps, claim, signal).finally(() => active.delete(run));
    active.add(run);
  }
}
