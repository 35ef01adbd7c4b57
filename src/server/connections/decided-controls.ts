import type { Tx } from "../db/as-caller.ts";
import { readControlStates } from "../controls/control-states.ts";

/**
 * The controls that a connection answers about, as they are at `now`, each with the checks of the library that rest on what it read.
 * None while nothing was collected.
 */
export async function readDecidedControls(tx: Tx, companyId: string, source: string | null, now: Date) {
  if (source === null) return [];
  const states = await readControlStates(tx, companyId, now);
  return states.flatMap(({ control, status, checks }) => {
    const own = checks.filter(({ answers }) => answers.some((answer) => answer.source === source));
    if (own.length === 0) return [];
    const decided = own.map(({ checkId, title, outcome }) => ({ checkId, title, outcome }));
    return [{ controlId: control.id, title: control.title, status, checks: decided }];
  });
}
