import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { findWaiver } from "../evidence/waived.ts";
import { getItem } from "../evidence/open-item.ts";
import { fail, sqlState } from "../app-error.ts";

/**
 * Takes the privilege off an item, for good and with a reason: from then on it is evidence like any other. Refuses `forbidden`
 * and `not-found`.
 */
export const waivePrivilege: HandlersOf<"matters">["waive"] = async ({
  input: { companyId, evidenceId, reason },
  tx,
}) => {
  const item = await getItem(tx, companyId, evidenceId);
  if (item.matter_id === null) return fail("not-found");
  const isWaived = await callFunction(tx, "app.waive_privilege", [evidenceId, reason]).catch((error: unknown) =>
    sqlState(error) === "42501" ? fail("forbidden", error) : Promise.reject(error),
  );
  if (!isWaived) return fail("not-found");
  const answer = (await findWaiver(tx, evidenceId)) ?? fail("not-found");
  // For everyone: from now on they see the item, and that it was privileged.
  const details = { exhibit: formatExhibitNumber(item.number), name: item.name, reason };
  return { answer, entry: { subject: evidenceId, details } };
};
