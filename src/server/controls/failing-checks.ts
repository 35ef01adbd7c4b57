import type { Tx } from "../db/as-caller.ts";
import { readControlStates } from "./control-states.ts";

/** The checks of the library that fail at a company at `now`. */
export async function failingChecks(tx: Tx, companyId: string, now: Date): Promise<ReadonlySet<string>> {
  const states = await readControlStates(tx, companyId, now);
  const failing = states.flatMap(({ checks }) =>
    checks.filter(({ outcome, validUntil }) => outcome === "fail" && now < validUntil),
  );
  return new Set(failing.map(({ checkId }) => checkId));
}
