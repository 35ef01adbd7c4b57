/** What is simulated: companies that come month by month, each with a pace of its own. */
interface Growth {
  readonly seed: number;
  readonly bytesOfItem: number;
}

/** Rows of a page of a B-tree's inner level, for keys of a company and a number or an id. */
const FANOUT = 180;
const LEAF_ROWS = 130;
const MONTHS_AT_MOST = 600;

/** A generator of numbers between 0 and 1 that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Pages that finding one row reads from an index of so many rows. */
export const pagesToFind = (rows: number): number =>
  1 + Math.max(0, Math.ceil(Math.log(Math.max(1, rows / LEAF_ROWS)) / Math.log(FANOUT)));

/**
 * A line for each tenfold, and the last at `items`: months, companies, the largest of them, the size of the database, and what finding a row costs. By
 * arithmetic from measured bytes and a seeded mix of companies: most file 200 items a month, a few ten thousand.
 */
export function growthTo(items: number, { seed, bytesOfItem }: Growth): string[] {
  const random = randomFrom(seed);
  const paces: number[] = [];
  const sizes: number[] = [];
  const lines: string[] = [];
  let [total, next] = [0, 1_000];
  for (let month = 1; month <= MONTHS_AT_MOST && total < items; month += 1) {
    const joined = Math.ceil(1 + sizes.length * 0.05);
    for (let company = 0; company < joined; company += 1) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      paces.push(Math.min(20_000, Math.round(200 * Math.exp(1.2 * normal))));
      sizes.push(0);
    }
    for (const [company, pace] of paces.entries()) {
      sizes[company]! += pace;
      total += pace;
    }
    if (total < next && total < items) continue;
    while (next <= total) next *= 10;
    const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
    lines.push(
      `${total.toLocaleString("en-US")} items after ${month} months: ${sizes.length.toLocaleString("en-US")} companies, the largest ${largest.toLocaleString("en-US")}; ${((total * bytesOfItem) / 1e9).toFixed(1)} GB; ${pagesToFind(total)} pages to find a row`,
    );
  }
  return lines;
}
