import { RequestFailed } from "#connectors/http.ts";

/** Lets time pass; rejects with the signal's reason when that comes first. The clock has moved on when it resolves. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** What a run waits in all before it goes on in its next slot. */
const MOST_WAITING_MS = 20 * 60_000;

/** How long one run waits for its vendor. Requests that wait at the same time wait once. */
export interface Patience {
  /** Waits; throws `RequestFailed` of kind `truncated` at once where that is longer than this run may wait. */
  wait(ms: number): Promise<void>;
}

/** The patience of one run: 20 minutes. */
export function openPatience(now: () => Date, sleep: Sleep, signal: AbortSignal): Patience {
  let spent = 0;
  let coveredUntil = 0;
  return {
    wait: async (ms) => {
      const from = now().getTime();
      const more = Math.max(0, from + ms - Math.max(from, coveredUntil));
      if (spent + more > MOST_WAITING_MS)
        throw new RequestFailed("truncated", "the vendor asks us to wait longer than a run may take");
      spent += more;
      coveredUntil = Math.max(coveredUntil, from + ms);
      await sleep(ms, signal);
      signal.throwIfAborted();
    },
  };
}
