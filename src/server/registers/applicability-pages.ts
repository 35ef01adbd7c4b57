import { sql } from "kysely";
import { controls, getFramework, requirementsOf } from "#catalog/index.ts";
import { loadRequirements } from "#catalog/requirements.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { APPLICABILITY } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { sealed } from "./policy-pages.ts";
import type { Row, SealedRows } from "./policy-pages.ts";

interface Standing {
  readonly control: string;
  readonly status: string;
  readonly reason: string;
}

/**
 * Each requirement of the frameworks in use, with its controls and how they stand: what a statement of applicability is printed from. None
 * where no project works with a framework.
 */
export async function sealApplicability(tx: Tx, companyId: string): Promise<readonly SealedRows[]> {
  const frameworks = (await callFunction(tx, "app.frameworks_asked", [])) as FrameworkKey[];
  if (frameworks.length === 0) return [];
  const { rows } = await sql<Standing>`SELECT s.control_id AS control, s.status, s.reason FROM app.control_standings s
    WHERE s.company_id = ${companyId}`.execute(tx);
  const standings = new Map(rows.map((row) => [row.control, row]));
  const all: Row[] = [];
  for (const key of frameworks.toSorted()) {
    const { name } = getFramework(key);
    for (const { id, title, supersededBy } of await loadRequirements(key)) {
      if (supersededBy !== undefined) continue;
      const own = controls.flatMap((control) => (requirementsOf(control, key).includes(id) ? [control.id] : []));
      all.push({ id: `${key} ${id}`, framework: name, requirement: id, title, ...answerFor(own, standings) });
    }
  }
  return [sealed(APPLICABILITY, all)];
}

/** What a requirement comes to by the controls that the library has for it. */
function answerFor(own: readonly string[], standings: ReadonlyMap<string, Standing>) {
  if (own.length === 0)
    return { applies: "Not decided", controls: "None", reason: "Exhibit has no control for it. Decide it yourself." };
  const words = (control: string) => `${control} ${standings.get(control)?.status ?? "not judged yet"}`;
  const leftOut = own.filter((control) => standings.get(control)?.status === "not applicable");
  const reasons = leftOut.map((control) => standings.get(control)!.reason);
  return {
    applies: leftOut.length === own.length ? "No" : "Yes",
    controls: own.map(words).join(", "),
    reason: leftOut.length === 0 ? "Required by a framework in use." : [...new Set(reasons)].join(" "),
  };
}
