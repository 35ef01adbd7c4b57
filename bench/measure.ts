/** One line of the benchmark: what the product does against the raw limit of the same run. */
export interface Ratio {
  readonly what: string;
  /** How it reads: product and limit with their unit. */
  readonly figures: string;
  readonly ratio: number;
  /** What architecture asks for, and whether more or less is better. */
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
}

/** The middle of an odd number of measurements. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The least value that 95 of 100 do not exceed, by the nearest rank: of 20 the nineteenth. Of fewer it is the greatest. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
}

/** Runs both in turn, so that a noisy moment meets both; answers the medians of seconds. */
export async function compare(
  rounds: number,
  limit: () => Promise<void>,
  product: () => Promise<void>,
): Promise<[limit: number, product: number]> {
  const seconds: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    seconds[0].push(await timed(limit));
    seconds[1].push(await timed(product));
  }
  return [median(seconds[0]), median(seconds[1])];
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Milliseconds at which half of the runs had ended, and the fastest, which tells how busy the machine was otherwise. */
export async function spread(runs: number, work: () => Promise<unknown>): Promise<{ p50: number; best: number }> {
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) all.push((await timed(async () => void (await work()))) * 1000);
  return { p50: median(all), best: Math.min(...all) };
}

export function isMet({ ratio, goal }: Ratio): boolean {
  return "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
