import { fail } from "../app-error.ts";

/** How many pieces of work run at once: in all, and for one lane; and how many one lane may have waiting. */
export interface LaneLimits {
  readonly atOnce: number;
  readonly perLane: number;
  readonly waitingPerLane: number;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Gives each lane its turn, one after the other, however many pieces of work any of them has: a lane that brings a hundred
 * holds nobody up who brings one. Refuses `imports-waiting` for a lane that is full; work whose `signal` aborts while it
 * waits is refused with its reason, and never begun.
 */
export function fairLanes({ atOnce, perLane, waitingPerLane }: LaneLimits) {
  // In the order of turns: whoever had one goes to the end.
  const lanes = new Map<string, Lane>();
  let running = 0;

  function begin(): void {
    for (const [name, lane] of lanes) {
      if (running >= atOnce) return;
      if (lane.waiting.length === 0 || lane.running >= perLane) continue;
      lanes.delete(name);
      lanes.set(name, lane);
      running += 1;
      lane.running += 1;
      lane.waiting.shift()!();
      // From the front again: the order has changed.
      return begin();
    }
  }

  const forgetWhenEmpty = (name: string, { running: of, waiting }: Lane): void => {
    if (of === 0 && waiting.length === 0) lanes.delete(name);
  };

  return async <T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    const lane = lanes.get(name) ?? { running: 0, waiting: [] };
    lanes.set(name, lane);
    if (lane.waiting.length >= waitingPerLane) fail("imports-waiting");
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        lane.waiting.splice(lane.waiting.indexOf(turn), 1);
        forgetWhenEmpty(name, lane);
        reject(signal!.reason as Error);
      };
      const turn = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      lane.waiting.push(turn);
      begin();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      lane.running -= 1;
      forgetWhenEmpty(name, lane);
      begin();
    }
  };
}
