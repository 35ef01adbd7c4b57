import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { forbidden } from "./hindrances.ts";
import { getItem } from "./open-item.ts";
import { seeWithdrawn } from "./withdrawn.ts";

/** What keeps an item from being withdrawn, as app.withdraw_evidence names it. */
const hindrances = {
  "not found": "not-found",
  withdrawn: "already-withdrawn",
  privileged: "privileged-withdrawal",
  importing: "report-being-read",
} as const;

/**
 * Withdraws an item with a reason: it counts for nothing and is listed nowhere, until somebody restores it. Refuses `forbidden`,
 * `not-found`, `already-withdrawn`, `privileged-withdrawal` and `report-being-read`.
 */
export const withdrawItem: HandlersOf<"evidence">["withdraw"] = async ({
  input: { companyId, evidenceId, reason },
  tx,
}) => {
  const hindrance = await callFunction(tx, "app.withdraw_evidence", [evidenceId, reason]).catch(forbidden);
  if (hindrance !== null) return fail(hindrances[hindrance as keyof typeof hindrances]);
  await seeWithdrawn(tx);
  const { number, name } = await getItem(tx, companyId, evidenceId);
  return {
    answer: {},
    entry: { subject: evidenceId, details: { exhibit: formatExhibitNumber(number), name, reason } },
  };
};

/**
 * Restores a withdrawn item: it counts as before. Refuses `forbidden`, `not-found` for an item that is not withdrawn, and
 * `item-erased`.
 */
export const restoreItem: HandlersOf<"evidence">["restore"] = async ({ input: { companyId, evidenceId }, tx }) => {
  const hindrance = await callFunction(tx, "app.restore_evidence", [evidenceId]).catch(forbidden);
  if (hindrance !== null) return fail(hindrance === "erased" ? "item-erased" : "not-found");
  const { number, name } = await getItem(tx, companyId, evidenceId);
  return { answer: {}, entry: { subject: evidenceId, details: { exhibit: formatExhibitNumber(number), name } } };
};
