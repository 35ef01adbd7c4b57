import { readControlStates } from "../controls/control-states.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { presentProject, readOwned } from "./projects.ts";
import type { ProjectRow } from "./projects.ts";

/** A project as the API shows it, with what its controls are at this moment. */
export async function presentNow(tx: Tx, { companyId }: Caller, row: ProjectRow, now: Date) {
  return presentProject(row, await readControlStates(tx, companyId, now), await readOwned(tx));
}
