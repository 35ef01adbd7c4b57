import { controls as library } from "#catalog/index.ts";
import { readControlStates } from "../controls/control-states.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { archiveProject } from "./archive.ts";
import { changeProject } from "./change-project.ts";
import { daysCoveredOf } from "./covered-days.ts";
import { createProject } from "./create.ts";
import { presentNow } from "./present-now.ts";
import { controlsOf, getProject, listProjects, presentProject, readOwned } from "./projects.ts";
import { setWindow } from "./set-window.ts";
import { startProject } from "./start.ts";

interface Deps {
  readonly now: () => Date;
}

export function projectHandlers(deps: Deps): HandlersOf<"projects"> {
  const { now } = deps;
  return {
    list: async ({ input, tx }) => {
      const states = await readControlStates(tx, input.companyId, now());
      const owned = await readOwned(tx);
      return (await listProjects(tx, input.companyId)).map((row) => presentProject(row, states, owned));
    },
    create: createProject(deps),
    get: async ({ input, tx }) => {
      const row = await getProject(tx, input.companyId, input.projectId);
      const at = now();
      const states = await readControlStates(tx, input.companyId, at);
      const owned = await readOwned(tx);
      return { project: presentProject(row, states, owned), controls: controlsOf(row, states, at) };
    },
    start: startProject(deps),
    rename: async ({ input, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, input.projectId);
      if (before.archived_at) return fail("project-archived");
      const row = await changeProject(tx, caller, before, { name: input.name });
      const entry = { subject: row.id, details: { name: row.name, before: before.name } };
      return {
        answer: await presentNow(tx, caller, row, now()),
        entry: row.name === before.name ? "unchanged" : entry,
      };
    },
    setWindow: setWindow(deps),
    daysCovered: async ({ input, tx }) => {
      const row = await getProject(tx, input.companyId, input.projectId);
      return await daysCoveredOf(tx, input.companyId, row, library, now());
    },
    archive: archiveProject(deps),
    restore: async ({ input, caller, tx }) => {
      const before = await getProject(tx, caller.companyId, input.projectId);
      if (!before.archived_at) return fail("project-not-archived");
      const row = await changeProject(tx, caller, before, { archived_at: null, archived_controls: null });
      return {
        answer: await presentNow(tx, caller, row, now()),
        entry: { subject: row.id, details: { name: row.name } },
      };
    },
  };
}
