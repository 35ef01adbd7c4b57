import type { Tx } from "../db/as-caller.ts";
import { readControlStates } from "./control-states.ts";
import type { ControlState } from "#judge/control-states.ts";

/** The checks of the library that fail at a company at `now`. */
export async function failingChecks(tx: Tx, companyId: string, now: Date): Promise<ReadonlySet<string>> {
  return new Set(checksThat(await readControlStates(tx, companyId, now), ["fail"]));
}

/** The checks that pass or do not apply: by these, acceptances of their failures end. */
export const settledChecks = (states: readonly ControlState[]): string[] =>
  checksThat(states, ["pass", "not applicable"]);

function checksThat(states: readonly ControlState[], outcomes: readonly string[]): string[] {
  const found = states.flatMap(({ checks }) => checks.filter(({ outcome }) => outcomes.includes(outcome)));
  return found.map(({ checkId }) => checkId);
}
