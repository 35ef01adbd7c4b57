import { randomUUID } from "node:crypto";
import { getFramework } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { mayFound } from "../platform/bounds.ts";
import { fail } from "../app-error.ts";
import { refuseLimit } from "./change-project.ts";
import { presentNow } from "./present-now.ts";
import { projectColumns } from "./projects.ts";

interface Deps {
  readonly now: () => Date;
}

/** Begins a project in one framework. Refuses `framework-closed`, `account-bounded`, and what the plan does not allow. */
export function createProject({ now }: Deps): HandlersOf<"projects">["create"] {
  return async ({ input, caller, tx }) => {
    if (!getFramework(input.framework).available) return fail("framework-closed");
    if (!(await mayFound(tx))) return fail("account-bounded");
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
      .catch(refuseLimit);
    const answer = await presentNow(tx, caller, row, now());
    return { answer, entry: { subject: row.id, details: { name: row.name, framework: row.framework } } };
  };
}
