import { randomUUID } from "node:crypto";
import type { FailureName } from "#contract/failures.ts";
import { getFramework } from "#catalog/index.ts";
import { readControlStates } from "../evidence/control-states.ts";
import { presentControl } from "../evidence/present-control.ts";
import { getProject, listProjects, presentProject, projectColumns } from "../evidence/projects.ts";
import { mayFound } from "../operators/bounds.ts";
import { refuse, violatedConstraint } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

/** How far a company goes in frameworks, which a trigger of the table holds. */
const limits: Readonly<Record<string, FailureName>> = {
  projects_single_framework: "single-framework",
  projects_framework_limit: "framework-limit",
};

export function projectHandlers({ now }: Services): HandlersOf<"projects"> {
  return {
    list: async ({ input, tx }) => {
      const states = await readControlStates(tx, input.companyId, now());
      return (await listProjects(tx, input.companyId)).map((row) => presentProject(row, states));
    },
    create: async ({ input, caller, tx }) => {
      if (!getFramework(input.framework).available) return refuse("framework-closed");
      if (!(await mayFound(tx))) return refuse("account-bounded");
      const row = await tx
        .insertInto("app.projects")
        .values({
          company_id: caller.companyId,
          id: randomUUID(),
          name: input.name,
          framework: input.framework,
          created_by: caller.userId,
        })
        .returning(projectColumns)
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          const limit = limits[violatedConstraint(error) ?? ""];
          return limit ? refuse(limit, error) : Promise.reject(error);
        });
      const answer = presentProject(row, await readControlStates(tx, caller.companyId, now()));
      return { answer, entry: { subject: row.id, details: { name: row.name, framework: row.framework } } };
    },
    get: async ({ input, tx }) => {
      const row = await getProject(tx, input.companyId, input.projectId);
      const states = await readControlStates(tx, input.companyId, now());
      return { project: presentProject(row, states), controls: states.map(presentControl) };
    },
    start: async ({ input, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, input.projectId);
      if (before.archived_at) return refuse("project-archived");
      const row = await tx
        .updateTable("app.projects")
        .set({ started_at: now() })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", input.projectId)
        .where("started_at", "is", null)
        .returning(projectColumns)
        .executeTakeFirst();
      if (!row) return refuse("project-started");
      const answer = presentProject(row, await readControlStates(tx, caller.companyId, now()));
      return { answer, entry: { subject: row.id, details: { name: row.name, controlsPassed: answer.controlsPassed } } };
    },
  };
}
