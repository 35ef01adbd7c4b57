import { toUtf8 } from "./ledger/bytes.ts";

/** What a sample is drawn from and how: whoever has these four draws the same sample again. */
export interface SampleOrder {
  /** Any text; whoever draws chooses it, or takes one that chance gave. */
  readonly seed: string;
  /** Exhibit numbers of the population, in any order, each of them once. */
  readonly population: readonly number[];
  /** How many; the whole population where it is smaller. */
  readonly size: number;
}

type Sha256 = (text: Uint8Array) => Uint8Array;

/**
 * A simple random sample without replacement that anyone can draw again: each number n of the population is given the rank
 * SHA-256 of the UTF-8 text `<seed>|<n>`, n in decimal digits; the `size` numbers with the smallest ranks, compared as
 * bytes, are the sample. Answers in ascending order of the numbers. Two ranks never meet unless SHA-256 is broken; the
 * smaller number would come first.
 */
export function drawSample(sha256: Sha256, { seed, population, size }: SampleOrder): number[] {
  const ranked = population.map((number) => ({ number, rank: sha256(toUtf8(`${seed}|${number}`)) }));
  ranked.sort((a, b) => compareBytes(a.rank, b.rank) || a.number - b.number);
  return ranked
    .slice(0, Math.max(0, size))
    .map(({ number }) => number)
    .sort((a, b) => a - b);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return 0;
}
