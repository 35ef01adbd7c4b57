import { AsyncLocalStorage } from "node:async_hooks";

/** Refused where too many of one company wait. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

interface Places {
  /** Pieces of work that run at once, of everybody together. */
  readonly inAll: number;
  /** Of one company while no other is at work, and while another is. */
  readonly alone: number;
  readonly beside: number;
  /** Pieces of work of one company that may wait. */
  readonly waiting: number;
}

/** Whoever was at work within so long counts as at work, in milliseconds: a person reads between two requests. */
const LATELY_MS = 2_000;

interface Line {
  running: number;
  seenAt: number;
  readonly waiting: (() => void)[];
}

/**
 * Shares what all companies use by turns: each has few places of its own, fewer while others are at work, and who waits is let in
 * company by company, not in the order of arrival. Work inside of work has its place already. Throws TooManyWaiting.
 */
export function fairTurns({ inAll, alone, beside, waiting }: Places, clock: () => number = () => performance.now()) {
  const lines = new Map<string, Line>();
  const inside = new AsyncLocalStorage<true>();
  let running = 0;

  const isIdle = (line: Line, now: number) =>
    line.running === 0 && line.waiting.length === 0 && now - line.seenAt > LATELY_MS;
  /** How many places one company may take now. Lines that have been idle are forgotten on the way. */
  const share = (own: string, now: number): number => {
    let others = false;
    for (const [key, line] of lines) {
      if (key === own) continue;
      if (isIdle(line, now)) lines.delete(key);
      else others = true;
      if (others) return beside;
    }
    return alone;
  };
  const hasPlace = (key: string, line: Line, now: number) => running < inAll && line.running < share(key, now);
  const begin = (line: Line) => {
    running += 1;
    line.running += 1;
  };
  const letIn = () => {
    const now = clock();
    for (const [key, line] of lines) {
      if (running >= inAll) return;
      if (line.waiting.length === 0 || !hasPlace(key, line, now)) continue;
      begin(line);
      // To the end of the round: the next place is another company's.
      lines.delete(key);
      lines.set(key, line);
      line.waiting.shift()!();
    }
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) return await work();
    const now = clock();
    const line = lines.get(key) ?? { running: 0, seenAt: now, waiting: [] };
    lines.set(key, line);
    line.seenAt = now;
    if (line.waiting.length === 0 && hasPlace(key, line, now)) begin(line);
    else if (line.waiting.length >= waiting) throw new TooManyWaiting(`more than ${waiting} of one company wait`);
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await inside.run(true, work);
    } finally {
      running -= 1;
      line.running -= 1;
      line.seenAt = clock();
      letIn();
    }
  };
}

/** Lets one chunk of each company through for each turn of the event loop, however many streams it has: a large file keeps nobody waiting. */
export function fairChunks() {
  const last = new Map<string, Promise<void>>();
  return async function* paced<T>(key: string, chunks: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const chunk of chunks) {
      const before = last.get(key) ?? Promise.resolve();
      const own = before.then(() => new Promise<void>((resolve) => void setImmediate(resolve)));
      last.set(key, own);
      await own;
      if (last.get(key) === own) last.delete(key);
      yield chunk;
    }
  };
}
