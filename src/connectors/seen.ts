import type { ConnectorCheck } from "./check.ts";

/** When what a check says was observed: the oldest of the steps that it reads. `at` where it reads none. */
export function checkSeenAt(check: ConnectorCheck, seenAt: ReadonlyMap<string, Date>, at: Date): Date {
  return earliest(check.steps.map((step) => seenAt.get(step) ?? at)) ?? at;
}

/** When what the library hears was observed, by part, as "check/aspect": the oldest of all that answer it. */
export function partsSeenAt(
  checks: readonly ConnectorCheck[],
  seenAt: ReadonlyMap<string, Date>,
  at: Date,
): Map<string, Date> {
  const times = new Map<string, Date>();
  for (const check of checks) {
    const seen = checkSeenAt(check, seenAt, at);
    for (const part of check.answers) times.set(part, earliest([seen, times.get(part) ?? seen])!);
  }
  return times;
}

const earliest = (times: readonly Date[]): Date | undefined => times.toSorted((a, b) => a.getTime() - b.getTime())[0];
