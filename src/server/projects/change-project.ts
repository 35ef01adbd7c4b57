import type { FailureName } from "#contract/failures.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import { projectColumns } from "./projects.ts";
import type { ProjectRow } from "./projects.ts";

/** How far a company goes in frameworks, and what is over in an archived project: triggers of the table hold both. */
const limits: Readonly<Record<string, FailureName>> = {
  projects_framework_limit: "framework-limit",
  projects_archived: "project-archived",
};

/** Refuses by the name of the limit that a statement met; any other error goes on. */
export function refuseLimit(error: unknown): Promise<never> {
  const limit = limits[violatedConstraint(error) ?? ""];
  return limit ? fail(limit, error) : Promise.reject(error as Error);
}

/** Changes a project that was just read; refuses `not-found` where it has gone since, and what the limits of frameworks refuse. */
export async function changeProject(tx: Tx, caller: Caller, { id }: ProjectRow, values: object): Promise<ProjectRow> {
  const row = await tx
    .updateTable("app.projects")
    .set(values)
    .where("company_id", "=", caller.companyId)
    .where("id", "=", id)
    .returning(projectColumns)
    .executeTakeFirst()
    .catch(refuseLimit);
  return row ?? fail("not-found");
}
