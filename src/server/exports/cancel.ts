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
    const one = { companyId: caller.companyId, exportId: input.exportId, at: now() };
    const row = await getExport(tx, one.companyId, one.exportId);
    if (row.requested_by !== caller.userId) fail("forbidden");
    const change = { state: "cancelled", finished_at: one.at } as const;
    const moved = await moveExport(tx, one, ["waiting", "working"], change);
    return {
      answer: presentExport(moved ?? fail("export-ended"), await namesFor(tx, one.companyId), now()),
      entry: { subject: row.id, details: {} },
    };
  };
}
