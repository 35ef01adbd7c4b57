import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { refuseLimit } from "./change-project.ts";
import { presentNow } from "./present-now.ts";
import { getProject, projectColumns } from "./projects.ts";

interface Deps {
  readonly now: () => Date;
}

/** Says that the work has begun. Refuses `project-started` and `project-archived`. */
export function startProject({ now }: Deps): HandlersOf<"projects">["start"] {
  return async ({ input, caller, tx }) => {
    const before = await getProject(tx, caller.companyId, input.projectId);
    if (before.archived_at) return fail("project-archived");
    const row = await tx
      .updateTable("app.projects")
      .set({ started_at: now() })
      .where("company_id", "=", caller.companyId)
      .where("id", "=", input.projectId)
      .where("started_at", "is", null)
      .returning(projectColumns)
      .executeTakeFirst()
      .catch(refuseLimit);
    if (!row) return fail("project-started");
    const answer = await presentNow(tx, caller, row, now());
    return { answer, entry: { subject: row.id, details: { name: row.name, controlsPassed: answer.controlsPassed } } };
  };
}
