/**
 * How many cases of a property are tried: `usual` with every change, `many` in `npm run test:long`, which sets ROUNDS=many
 * (tests/long/many-rounds.test.ts). A failure names its seed, so a rare one is found again.
 */
export function rounds(usual: number, many: number): number {
  return process.env["ROUNDS"] === "many" ? many : usual;
}
