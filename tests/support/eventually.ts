import { setTimeout } from "node:timers/promises";

/** Longer than a busy machine takes for anything a person would wait for. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * What `find` answers as soon as that is not undefined. Waits a minute by the machine's own clock, because what is slow has
 * not failed; then throws an error that names `what` was waited for.
 */
export async function eventually<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`${what} did not come within a minute`);
    await setTimeout(LOOK_EVERY_MS);
  }
}
