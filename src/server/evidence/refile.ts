import { sql } from "kysely";
import { findControl, getControl, validForDays } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { forbidden, refuseChange } from "./hindrances.ts";
import { getItem } from "./open-item.ts";
import { seeWithdrawn } from "./withdrawn.ts";

const DAY = 24 * 60 * 60 * 1000;

/**
 * Files an item under further controls and takes it away from others. What is so already is passed over. A link that goes is set
 * aside, and comes back as it was with what rests on it: an item filed as a document of a control leaves the document with the control.
 * Refuses what the contract lists.
 */
export const refileItem: HandlersOf<"evidence">["refile"] = async ({ input, tx }) => {
  const { companyId, evidenceId, add, remove, reason } = input;
  if ([...add, ...remove].some((id) => !findControl(id))) return fail("unknown-control");
  // A withdrawn item is there, and refused for what it is.
  await seeWithdrawn(tx);
  const item = await getItem(tx, companyId, evidenceId);
  // Without an observation's own day it counts as long as any item of its type does, from the day of its collection.
  const until = add.map((id) => new Date(item.collected_at.getTime() + validForDays(getControl(id), item.type) * DAY));
  const change = [evidenceId, add, until, remove, reason.trim()] as const;
  const [done] = await callFunction(tx, "app.refile_evidence", [...change]).catch(forbidden);
  const { hindrance, added, removed } = done!;
  if (hindrance !== null) return refuseChange(hindrance);
  if (added.length + removed.length === 0) return { answer: { added, removed }, entry: "unchanged" };
  // Under the ledger's lock: nothing is concluded from it meanwhile.
  if (await decidesAny(tx, companyId, evidenceId, removed)) return fail("decides-checks");
  const titles = (ids: readonly string[]) => ids.map((id) => getControl(id).title);
  return {
    answer: { added, removed },
    entry: {
      subject: evidenceId,
      details: {
        exhibit: formatExhibitNumber(item.number),
        name: item.name,
        added,
        addedTo: titles(added),
        removed,
        removedFrom: titles(removed),
        ...(removed.length > 0 && { reason: reason.trim() }),
      },
    },
  };
};

/** Whether results of checks of these controls rest on the item. They would go on deciding a control that it had left. */
async function decidesAny(tx: Tx, companyId: string, evidenceId: string, controls: readonly string[]) {
  const checks = controls.flatMap((id) => getControl(id).checks.map((check) => check.id));
  const { rows } = await sql`SELECT FROM app.check_results
    WHERE company_id = ${companyId} AND evidence_id = ${evidenceId} AND check_id = ANY (${checks}::text[]) LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}
