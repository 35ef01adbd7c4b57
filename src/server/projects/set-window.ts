import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { changeProject } from "./change-project.ts";
import { presentNow } from "./present-now.ts";
import { getProject } from "./projects.ts";

interface Deps {
  readonly now: () => Date;
}

/** Sets the days that an audit looks at. Refuses `project-archived`. */
export function setWindow({ now }: Deps): HandlersOf<"projects">["setWindow"] {
  return async ({ input: { projectId, window }, caller, tx }) => {
    const before = await getProject(tx, caller.companyId, projectId);
    if (before.archived_at) return fail("project-archived");
    const [from, to] = [window?.from ?? null, window?.to ?? null];
    const same = before.window_from === from && before.window_to === to;
    const row = same ? before : await changeProject(tx, caller, before, { window_from: from, window_to: to });
    const entry = { subject: row.id, details: { name: row.name, from, to } };
    return { answer: await presentNow(tx, caller, row, now()), entry: same ? "unchanged" : entry };
  };
}
