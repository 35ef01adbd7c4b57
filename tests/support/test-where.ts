import { test } from "vitest";

/**
 * Declares a test where `applies`, and nothing elsewhere: what does not apply to one of many cases is not a test that was
 * skipped. What a machine lacks is: such a test is skipped, and stands in `scripts/allowed-skips.ts`.
 */
export function testWhere(applies: boolean): (name: string, run: () => Promise<void>) => void {
  return applies ? test : () => {};
}
