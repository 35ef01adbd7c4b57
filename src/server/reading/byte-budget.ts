import { fail } from "../app-error.ts";

/**
 * Room for bodies that are held in memory until they are read, in bytes. Only what arrived takes room, so that somebody who sends slowly
 * holds little of it. Refuses `imports-waiting` while there is none left.
 */
export function byteBudget(most: number) {
  let held = 0;
  return async <T>(chunks: AsyncIterable<Uint8Array>, work: (counted: AsyncIterable<Uint8Array>) => Promise<T>) => {
    let own = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        if (held + chunk.length > most) fail("imports-waiting");
        held += chunk.length;
        own += chunk.length;
        yield chunk;
      }
    }
    try {
      return await work(counted());
    } finally {
      held -= own;
    }
  };
}
