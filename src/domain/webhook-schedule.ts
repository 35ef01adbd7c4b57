/** Seconds before each attempt, as Standard Webhooks proposes: at once, then over some three days. */
const WAITS = [0, 5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600];

/** Seconds until the next attempt after so many have failed; undefined when there is none. */
export function waitAfter(attempts: number): number | undefined {
  return WAITS[attempts];
}
