import { readFile } from "node:fs/promises";

/** What one report may take. */
export interface Bounds {
  /** Of the processor; where that cannot be asked for, by the clock. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** What ended a reader before it was done. */
export class BeyondBounds extends Error {
  readonly bound: "time" | "memory";
  constructor(bound: "time" | "memory") {
    super(`a report took more ${bound} than one may`);
    this.bound = bound;
  }
}

const LOOK_MS = 100;
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;
/** A machine that is so busy that a report gets none of its time is no reason to wait for ever. */
const CLOCK_TO_PROCESSOR = 10;

/** Seconds of the processor and megabytes of memory that a process has used; undefined where the system does not say. */
export async function usedBy(pid: number): Promise<{ seconds: number; megabytes: number } | undefined> {
  try {
    const [stat, statm] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile(`/proc/${pid}/statm`, "utf8"),
    ]);
    // Behind the name, which may hold anything: proc(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { seconds: ticks / TICKS_A_SECOND, megabytes: (Number(statm.split(" ")[1]) * PAGE_BYTES) / 2 ** 20 };
  } catch {
    return undefined;
  }
}

/** Does work that a process is busy with, and calls `onBeyond` once that process has taken more than it may since the work began. */
export async function withinBounds<T>(
  pid: number,
  { seconds, megabytes }: Bounds,
  onBeyond: (error: BeyondBounds) => void,
  work: () => Promise<T>,
): Promise<T> {
  const before = await usedBy(pid);
  const begun = performance.now();
  const timer = setInterval(() => void look(), LOOK_MS);
  async function look(): Promise<void> {
    const now = await usedBy(pid);
    const clock = (performance.now() - begun) / 1_000;
    const used = before && now ? now.seconds - before.seconds : clock;
    if (used > seconds || clock > seconds * CLOCK_TO_PROCESSOR) onBeyond(new BeyondBounds("time"));
    if (now && now.megabytes > megabytes) onBeyond(new BeyondBounds("memory"));
  }
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
