import { daysCovered } from "#domain/days-covered.ts";
import type { Control } from "#catalog/types.ts";
import type { Tx } from "../db/as-caller.ts";
import { readDecidingHistory } from "../controls/control-history.ts";
import { windowOf } from "./projects.ts";
import type { ProjectRow } from "./projects.ts";

const GAPS = 100;

/**
 * The days of a project's audit window that each control covered, and the newest of its gaps. Of an archived project,
 * the days that had passed then.
 */
export async function daysCoveredOf(
  tx: Tx,
  companyId: string,
  project: ProjectRow,
  controls: readonly Control[],
  now: Date,
) {
  const window = windowOf(project);
  if (!window) return { window, controls: [] };
  const to = project.archived_at ?? now;
  const range = { from: new Date(`${window.from}T00:00:00.000Z`), to };
  const ids = controls.map(({ id }) => id);
  const history = await readDecidingHistory(tx, companyId, ids, range);
  return {
    window,
    controls: ids.map((controlId) => {
      const { gaps, ...days } = daysCovered(history.get(controlId) ?? [], window, to);
      return { controlId, ...days, gaps: gaps.slice(-GAPS), gapCount: gaps.length };
    }),
  };
}
