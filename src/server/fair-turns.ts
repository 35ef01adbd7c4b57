import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";

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

/**
 * One thread answers everybody, so places alone are not enough: a company that is always at work in its two would have half of it. So
 * much work in a row is as fast as can be (2 s are some five hundred requests); beyond, while others are at work, a company
 * has a tenth of the time. Counted is what the thread worked meanwhile: while it waits for a slow database, nobody else could have
 * used it.
 */
const BURST_MS = 2_000;
const SHARE_OF_TIME = 0.1;
/** However long a piece of work took, the next of its company begins after this. */
const MOST_REST_MS = 500;

interface Line {
  /** Places that are taken, also of work that has ended and is followed by a rest. */
  running: number;
  /** Milliseconds of the thread's work that are left at once, and when that was reckoned. */
  credit: number;
  creditAt: number;
  seenAt: number;
  readonly waiting: (() => void)[];
}

/** How time is told, in milliseconds: of the wall, and of the thread's work so far. */
export interface TurnTime {
  readonly now: () => number;
  readonly worked: () => number;
}

const ofThisThread: TurnTime = {
  now: () => performance.now(),
  worked: () => performance.eventLoopUtilization().active,
};

/**
 * Shares what all companies use by turns: each has few places of its own, fewer while others are at work, and who waits is let in
 * company by company, not in the order of arrival. A company that works without a pause rests between, while others are at work.
 * Work inside of work has its place already. Throws TooManyWaiting.
 */
export function fairTurns({ inAll, alone, beside, waiting }: Places, time: TurnTime = ofThisThread) {
  const lines = new Map<string, Line>();
  const inside = new AsyncLocalStorage<true>();
  let running = 0;

  const isIdle = (line: Line, now: number) =>
    line.running === 0 && line.waiting.length === 0 && now - line.seenAt > LATELY_MS;
  const creditOf = ({ credit, creditAt }: Line, now: number) =>
    Math.min(BURST_MS, credit + (now - creditAt) * SHARE_OF_TIME);
  /** How many places one company may take now. Lines that are as if they were new are forgotten on the way. */
  const share = (own: string, now: number): number => {
    for (const [key, line] of lines) {
      if (key === own) continue;
      if (!isIdle(line, now)) return beside;
      if (creditOf(line, now) === BURST_MS) lines.delete(key);
    }
    return alone;
  };
  const hasPlace = (key: string, line: Line, now: number) => running < inAll && line.running < share(key, now);
  const begin = (line: Line) => {
    running += 1;
    line.running += 1;
  };
  const letIn = () => {
    const now = time.now();
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

  /** How long a company's place rests after work that took so long. */
  const restAfter = (key: string, line: Line, took: number, now: number): number => {
    line.credit = Math.max(creditOf(line, now) - took, -MOST_REST_MS * SHARE_OF_TIME);
    line.creditAt = now;
    return line.credit < 0 && share(key, now) < alone ? -line.credit / SHARE_OF_TIME : 0;
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) return await work();
    const now = time.now();
    const line = lines.get(key) ?? { running: 0, credit: BURST_MS, creditAt: now, seenAt: now, waiting: [] };
    lines.set(key, line);
    line.seenAt = now;
    if (line.waiting.length === 0 && hasPlace(key, line, now)) begin(line);
    else if (line.waiting.length >= waiting) throw new TooManyWaiting(`more than ${waiting} of one company wait`);
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    const before = time.worked();
    try {
      return await inside.run(true, work);
    } finally {
      const ended = time.now();
      const leave = () => {
        line.running -= 1;
        letIn();
      };
      running -= 1;
      line.seenAt = ended;
      const rest = restAfter(key, line, time.worked() - before, ended);
      if (rest < 1) leave();
      else {
        setTimeout(leave, rest);
        letIn();
      }
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
