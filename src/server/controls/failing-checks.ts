import type { Tx } from "../db/as-caller.ts";
import { readControlStates } from "./control-states.ts";
import type { ControlState } from "./control-states.ts";

/** The checks of the library that fail at a company at `now`. */
export async function failingChecks(tx: Tx, companyId: string, now: Date): Promise<ReadonlySet<string>> {
  const states = await readControlStates(tx, companyId, now);
  const failing = states.flatMap(({ checks }) =>
    checks.filter(({ outcome, validUntil }) => outcome === "fail" && now < validUntil),
  );
  return new Set(failing.map(({ checkId }) => checkId));
}

/** The checks that pass or do not apply, whatever was said of them: by these, acceptances of their failures end. */
export function settledChecks(states: readonly ControlState[], now: Date): string[] {
  const counting = states.flatMap(({ checks }) => checks.filter(({ validUntil }) => now < validUntil));
  const open = new Set(
    counting.filter(({ outcome }) => outcome === "fail" || outcome === "unknown").map(({ checkId }) => checkId),
  );
  return [...new Set(counting.map(({ checkId }) => checkId))].filter((checkId) => !open.has(checkId));
}
