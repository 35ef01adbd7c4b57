import { failures } from "#contract/failures.ts";
import { can } from "#domain/access.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { forbidden } from "./hindrances.ts";
import type { ItemRow } from "./items.ts";
import { getItem } from "./open-item.ts";
import { seeWithdrawn } from "./withdrawn.ts";

/** What holds an item, as app.is_held names it. */
const holds = {
  hold: "held-by-legal-hold",
  request: "held-by-request",
  audit: "held-by-audit",
  test: "held-by-test",
} as const;

/** What keeps an item from being erased, as app.erase_evidence names it. */
const hindrances = {
  "not found": "not-found",
  "not withdrawn": "not-withdrawn",
  erased: "item-erased",
  ...holds,
} as const;

interface Deps {
  readonly now: () => Date;
}

/**
 * Erases the file of a withdrawn item for good: from this transaction on nothing opens it, and its names and what was read from it are
 * gone; a worker removes the stored bytes. Refuses `forbidden`, `not-found`, `exhibit-differs`, `not-withdrawn`, `item-erased`, and
 * what holds it.
 */
export function eraseItem({ now }: Deps): HandlersOf<"evidence">["erase"] {
  return async ({ input: { companyId, evidenceId, exhibit, reason }, tx }) => {
    await seeWithdrawn(tx);
    const { number, sha256, size } = await getItem(tx, companyId, evidenceId);
    if (exhibit !== formatExhibitNumber(number)) fail("exhibit-differs");
    const hindrance = await callFunction(tx, "app.erase_evidence", [evidenceId, reason, now()]).catch(forbidden);
    if (hindrance !== null) return fail(hindrances[hindrance as keyof typeof hindrances]);
    // The entry says of which content this was: the description that said so is gone.
    return {
      answer: {},
      entry: { subject: evidenceId, details: { exhibit, reason, sha256: sha256.toString("hex"), size } },
    };
  };
}

/** Whether the caller may erase the file of an item, and what holds it at present, in a sentence. */
export async function erasability(tx: Tx, { role, token }: Caller, item: ItemRow, now: Date) {
  const erases =
    can(role, "evidence.erase") && token === undefined && item.withdrawal_id !== null && item.erased_at === null;
  const hold = erases ? await callFunction(tx, "app.item_hold", [item.id, now]) : null;
  return { erases, hold: hold === null ? null : failures[holds[hold as keyof typeof holds]].message };
}
