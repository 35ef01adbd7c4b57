import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { findLift } from "../evidence/lifted.ts";
import { getItem } from "../evidence/open-item.ts";
import { refuse, sqlState } from "../refusal.ts";

/**
 * Takes the privilege off an item, for good and with a reason: from then on it is evidence like any other. Refuses `forbidden`
 * and `not-found`.
 */
export const liftPrivilege: HandlersOf<"matters">["lift"] = async ({
  input: { companyId, evidenceId, reason },
  tx,
}) => {
  const item = await getItem(tx, companyId, evidenceId);
  if (item.matter_id === null) return refuse("not-found");
  const { rows } = await sql<{ lifted: boolean }>`SELECT app.lift_privilege(${evidenceId}, ${reason}) AS lifted`
    .execute(tx)
    .catch((error: unknown) => (sqlState(error) === "42501" ? refuse("forbidden", error) : Promise.reject(error)));
  if (!rows[0]?.lifted) return refuse("not-found");
  const answer = (await findLift(tx, evidenceId)) ?? refuse("not-found");
  // For everyone: from now on they see the item, and that it was privileged.
  const details = { exhibit: formatExhibitNumber(item.number), name: item.name, reason };
  return { answer, entry: { subject: evidenceId, details } };
};
