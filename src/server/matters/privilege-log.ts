import type { HandlersOf } from "../endpoints/handler.ts";
import { recordAct } from "../ledger/record-act.ts";
import { findMatterItems, writePrivilegeLog } from "./matter-items.ts";
import { getOwnMatter } from "./matter-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Streams a matter's privilege log as CSV; the matter's record says so first. */
export function exportPrivilegeLog({ now }: Deps): HandlersOf<"matters">["privilegeLog"] {
  return async ({ input: { companyId, matterId }, caller, within }) => {
    const { basis } = await within(async (tx) => {
      const matter = await getOwnMatter(tx, companyId, matterId);
      await recordAct(tx, caller, "matter.logExported", {
        subject: matterId,
        details: { name: matter.name },
        matterId,
      });
      return matter;
    });
    return {
      fileName: `privilege-log-${now().toISOString().slice(0, 10)}.csv`,
      mediaType: "text/csv; charset=utf-8",
      bytes: writePrivilegeLog(basis, (before, limit) =>
        within((tx) =>
          findMatterItems(tx, { companyId, matterId, limit, ...(before === undefined ? {} : { before }) }),
        ),
      ),
    };
  };
}
