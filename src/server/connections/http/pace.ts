import type { Manifest } from "#connectors/connector.ts";
import { RequestFailed } from "#connectors/http.ts";
import type { Headers } from "./instants.ts";
import type { Patience, Sleep } from "./patience.ts";
import { openVendorWindows } from "./vendor-windows.ts";

/** When requests of one connection are sent: half of what the vendor allows, so that the company's other tools keep working. */
export interface Pace {
  /** Waits for a turn; call the answer when the request has ended. Throws `RequestFailed` of kind `truncated` where that takes too long. */
  turn(endpoint: string, path: string): Promise<() => void>;
  /** Nothing goes to this endpoint for so long: the vendor asked for it. */
  hold(endpoint: string, ms: number): void;
  /** What an answer says of the vendor's own count. */
  note(endpoint: string, path: string, headers: Headers): void;
}

interface PaceOptions {
  readonly budget: Manifest["budget"];
  readonly patience: Patience;
  readonly now: () => Date;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/** A turn that is further off is for the next run. */
const LONGEST_MS = 15 * 60_000;

/** Opens the pace of one run. */
export function openPace({ budget, patience, now, sleep, signal }: PaceOptions): Pace {
  const half = Math.max(1, Math.floor(budget.requests / 2));
  const windowMs = budget.perSeconds * 1_000;
  // When the last `half` requests were, or will be, sent: never more of them in any such window.
  const sent: number[] = [];
  const holds = new Map<string, number>();
  const windows = openVendorWindows();
  const places = openPlaces(Math.max(1, budget.atOnce));

  const asked = async (endpoint: string, path: string) => {
    const at = now();
    const held = (holds.get(endpoint) ?? 0) - at.getTime();
    const ms = Math.max(held, windows.take(endpoint, path, at));
    if (ms > 0) await patience.wait(ms);
  };
  const own = async () => {
    const at = now().getTime();
    const turn = Math.max(at, sent.at(-1) ?? at, sent.length < half ? at : sent[0]! + windowMs);
    if (turn - at > LONGEST_MS)
      throw new RequestFailed("truncated", "our half of what the vendor allows is used for now");
    sent.push(turn);
    if (sent.length > half) sent.shift();
    if (turn > at) await sleep(turn - at, signal);
  };
  return {
    turn: async (endpoint, path) => {
      const leave = await places.enter(signal);
      try {
        await asked(endpoint, path);
        await own();
        signal.throwIfAborted();
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
    hold: (endpoint, ms) => {
      holds.set(endpoint, Math.max(holds.get(endpoint) ?? 0, now().getTime() + ms));
    },
    note: (endpoint, path, headers) => windows.note(endpoint, path, headers, now()),
  };
}

/** So many at once; the others wait in the order in which they came. */
function openPlaces(most: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return {
    enter: async (signal: AbortSignal): Promise<() => void> => {
      signal.throwIfAborted();
      if (inside < most) inside += 1;
      // Whoever leaves hands the place over.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const next = waiting.shift();
        if (next) next();
        else inside -= 1;
      };
    },
  };
}
