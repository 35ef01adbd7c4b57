import { sql } from "kysely";
import { readControlStates } from "../controls/control-states.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { changeProject } from "./change-project.ts";
import { getProject, keptControls, presentProject, readOwned } from "./projects.ts";

interface Deps {
  readonly now: () => Date;
}

/** Ends a project: what its controls are now is kept with it. Refuses `project-archived`. */
export function archiveProject({ now }: Deps): HandlersOf<"projects">["archive"] {
  return async ({ input, caller, tx }) => {
    const before = await getProject(tx, caller.companyId, input.projectId);
    if (before.archived_at) return fail("project-archived");
    const at = now();
    const states = await readControlStates(tx, caller.companyId, at);
    const kept = sql`${JSON.stringify(keptControls(states))}::jsonb`;
    const row = await changeProject(tx, caller, before, { archived_at: at, archived_controls: kept });
    const answer = presentProject(row, states, await readOwned(tx));
    const { name, controlsPassed, controls } = answer;
    return { answer, entry: { subject: row.id, details: { name, controlsPassed, controls } } };
  };
}
