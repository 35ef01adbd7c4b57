import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { forbidden, refuseChange } from "./hindrances.ts";
import { getItem } from "./open-item.ts";
import { renamingsOf } from "./item-changes.ts";

/**
 * Gives an item another name. The seal keeps the name it was filed with, and the ledger has both. Refuses `forbidden`, `not-found`,
 * `item-withdrawn` and `privileged-change`.
 */
export const renameItem: HandlersOf<"evidence">["rename"] = async ({ input: { companyId, evidenceId, name }, tx }) => {
  const hindrance = await callFunction(tx, "app.rename_evidence", [evidenceId, name]).catch(forbidden);
  if (hindrance === "same") return { answer: {}, entry: "unchanged" };
  if (hindrance !== null) return refuseChange(hindrance);
  const { number } = await getItem(tx, companyId, evidenceId);
  const { from, to } = (await renamingsOf(tx, companyId, evidenceId)).at(-1)!;
  return { answer: {}, entry: { subject: evidenceId, details: { exhibit: formatExhibitNumber(number), from, to } } };
};
