import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { namesFor } from "./export-names.ts";
import { getExport, moveExport, presentExport } from "./export-rows.ts";

interface Deps {
  readonly now: () => Date;
}

/** Cancels an export of one's own. Refuses `forbidden` and `export-ended`. */
export function cancelExport({ now }: Deps): HandlersOf<"exports">["cancel"] {
  return async ({ input, caller, tx }) => {
    const run = { companyId: caller.companyId, exportId: input.exportId, at: now() };
    const row = await getExport(tx, run.companyId, run.exportId);
    if (row.requested_by !== caller.userId) fail("forbidden");
    const change = { state: "cancelled", finished_at: run.at } as const;
    const moved = await moveExport(tx, run, ["waiting", "working"], change);
    return {
      answer: presentExport(moved ?? fail("export-ended"), await namesFor(tx, run.companyId), now()),
      entry: { subject: row.id, details: {} },
    };
  };
}
