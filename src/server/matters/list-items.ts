import type { HandlersOf } from "../endpoints/handler.ts";
import { findMatterItems, presentMatterItem } from "./matter-items.ts";
import { getOwnMatter } from "./matter-list.ts";

/** A matter's privileged items, the newest first. */
export const listMatterItems: HandlersOf<"matters">["items"] = async ({
  input: { companyId, matterId, after, limit },
  tx,
}) => {
  await getOwnMatter(tx, companyId, matterId);
  const asked = { companyId, matterId, limit: limit + 1, ...(after === undefined ? {} : { before: after }) };
  const rows = await findMatterItems(tx, asked);
  const shown = rows.slice(0, limit);
  return { items: shown.map(presentMatterItem), next: rows.length > limit ? shown.at(-1)!.number : null };
};
