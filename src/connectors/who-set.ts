import type { CheckFacts } from "./check.ts";

/** Who last set one setting of a connection, and on which day, as it was kept when the run began. */
export interface SettingSet {
  readonly setting: string;
  /** Their name; empty where nobody has the account any more. */
  readonly by: string;
  readonly on: string;
}

/** " (set by Ada Park on 2026-11-01)", for what a verdict prints of the company's own words; it says so where nobody kept who did. */
export function whoSet({ settingsSet }: Pick<CheckFacts, "settingsSet">, name: string): string {
  const found = settingsSet?.find(({ setting }) => setting === name);
  if (!found) return " (who set it was not kept)";
  return ` (set by ${found.by === "" ? "somebody who is gone" : found.by} on ${found.on})`;
}
