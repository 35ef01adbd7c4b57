import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { FailureName } from "#contract/failures.ts";
import { controls as library, getFramework } from "#catalog/index.ts";
import { readControlStates } from "../controls/control-states.ts";
import { daysCoveredOf } from "./covered-days.ts";
import { controlsOf, getProject, keptControls, listProjects, presentProject, projectColumns } from "./projects.ts";
import type { ProjectRow } from "./projects.ts";
import type { Tx } from "../db/as-caller.ts";
import { mayFound } from "../platform/bounds.ts";
import { refuse, violatedConstraint } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { AskingMember } from "../endpoints/caller.ts";

interface Deps {
  readonly now: () => Date;
}

/** How far a company goes in frameworks, and what is over in an archived project: triggers of the table hold both. */
const limits: Readonly<Record<string, FailureName>> = {
  projects_single_framework: "single-framework",
  projects_framework_limit: "framework-limit",
  projects_archived: "project-archived",
};

export function projectHandlers({ now }: Deps): HandlersOf<"projects"> {
  const present = async (tx: Tx, { companyId }: AskingMember, row: ProjectRow) =>
    presentProject(row, await readControlStates(tx, companyId, now()));
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
        .catch(refuseLimit);
      const answer = await present(tx, caller, row);
      return { answer, entry: { subject: row.id, details: { name: row.name, framework: row.framework } } };
    },
    get: async ({ input, tx }) => {
      const row = await getProject(tx, input.companyId, input.projectId);
      const states = await readControlStates(tx, input.companyId, now());
      return { project: presentProject(row, states), controls: controlsOf(row, states) };
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
        .executeTakeFirst()
        .catch(refuseLimit);
      if (!row) return refuse("project-started");
      const answer = await present(tx, caller, row);
      return { answer, entry: { subject: row.id, details: { name: row.name, controlsPassed: answer.controlsPassed } } };
    },
    rename: async ({ input, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, input.projectId);
      if (before.archived_at) return refuse("project-archived");
      const row = await update(tx, caller, before, { name: input.name });
      const entry = { subject: row.id, details: { name: row.name, before: before.name } };
      return { answer: await present(tx, caller, row), entry: row.name === before.name ? "unchanged" : entry };
    },
    setWindow: async ({ input: { projectId, window }, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, projectId);
      if (before.archived_at) return refuse("project-archived");
      const [from, to] = [window?.from ?? null, window?.to ?? null];
      const same = before.window_from === from && before.window_to === to;
      const row = same ? before : await update(tx, caller, before, { window_from: from, window_to: to });
      const entry = { subject: row.id, details: { name: row.name, from, to } };
      return { answer: await present(tx, caller, row), entry: same ? "unchanged" : entry };
    },
    daysCovered: async ({ input, tx }) => {
      const row = await getProject(tx, input.companyId, input.projectId);
      return await daysCoveredOf(tx, input.companyId, row, library, now());
    },
    archive: async ({ input, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, input.projectId);
      if (before.archived_at) return refuse("project-archived");
      const at = now();
      const states = await readControlStates(tx, caller.companyId, at);
      const kept = sql`${JSON.stringify(keptControls(states))}::jsonb`;
      const row = await update(tx, caller, before, { archived_at: at, archived_controls: kept });
      const answer = presentProject(row, states);
      const { name, controlsPassed, controls } = answer;
      return { answer, entry: { subject: row.id, details: { name, controlsPassed, controls } } };
    },
    restore: async ({ input, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, input.projectId);
      if (!before.archived_at) return refuse("project-not-archived");
      const row = await update(tx, caller, before, { archived_at: null, archived_controls: null });
      return { answer: await present(tx, caller, row), entry: { subject: row.id, details: { name: row.name } } };
    },
  };
}

function refuseLimit(error: unknown): Promise<never> {
  const limit = limits[violatedConstraint(error) ?? ""];
  return limit ? refuse(limit, error) : Promise.reject(error as Error);
}

/** Changes a project that was just read; refuses `not-found` where it has gone since. */
async function update(tx: Tx, caller: AskingMember, { id }: ProjectRow, values: object): Promise<ProjectRow> {
  const row = await tx
    .updateTable("app.projects")
    .set(values)
    .where("company_id", "=", caller.companyId)
    .where("id", "=", id)
    .returning(projectColumns)
    .executeTakeFirst()
    .catch(refuseLimit);
  return row ?? refuse("not-found");
}
