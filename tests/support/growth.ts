/** How time grew when the work became four times as much. */
export interface Growth {
  readonly ratio: number;
  /** Of the larger work, in milliseconds of this thread's own. */
  readonly ms: number;
}

/** Work that takes less than this says nothing: what grows with the square has long passed it at these sizes. */
const TOO_LITTLE_MS = 60;

function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Beyond this nobody waits for a second look: what takes so long at these sizes is steep. */
const LONG_MS = 3_000;

/** How time grew from `n` to four times `n`: what looks steep is done over, and the least of several counts. */
function grownFrom(work: (n: number) => () => unknown, n: number, steep: number, tries: number): Growth {
  const [small, large] = [work(n), work(4 * n)];
  let ms = cpuOf(large);
  if (ms < TOO_LITTLE_MS) return { ratio: 1, ms };
  let least = cpuOf(small);
  for (let again = 0; again < tries && ms / least > steep; again += 1) {
    least = Math.max(0.5, Math.min(least, cpuOf(small)));
    ms = Math.min(ms, cpuOf(large));
  }
  return { ratio: ms / least, ms };
}

/**
 * Compares the processor's time for `n` and four times `n`. The clock plays no part, so that a busy machine does not; but a collection of
 * garbage or a neighbour's caches may fall on the larger work alone. What grows with the square does so at every size, so what looks steep
 * is looked at once more at four times the size, and the flatter of the two counts.
 */
export function growthOf(work: (n: number) => () => unknown, n: number, steep: number): Growth {
  const seen = grownFrom(work, n, steep, 5);
  if (seen.ratio <= steep || seen.ms > LONG_MS) return seen;
  const again = grownFrom(work, 4 * n, steep, 2);
  return again.ratio < seen.ratio ? again : seen;
}
