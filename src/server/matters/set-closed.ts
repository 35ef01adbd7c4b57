import type { Tx } from "../db/as-caller.ts";
import { getMatter } from "./matter-list.ts";

/** Closes a matter, or opens it again. The act is in the matter's own record. */
export async function setClosed(
  tx: Tx,
  { companyId, matterId }: { companyId: string; matterId: string },
  at: Date | null,
) {
  const before = await getMatter(tx, companyId, matterId);
  if ((before.closedAt === null) === (at === null)) return { answer: before, entry: "unchanged" as const };
  await tx
    .updateTable("app.matters")
    .set({ closed_at: at })
    .where("company_id", "=", companyId)
    .where("id", "=", matterId)
    .execute();
  const entry = { subject: matterId, details: { name: before.name }, matterId };
  return { answer: await getMatter(tx, companyId, matterId), entry };
}
