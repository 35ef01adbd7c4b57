import { createHash } from "node:crypto";
import type { FailureName } from "#contract/failures.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { refuseBatch } from "./batch-items.ts";
import type { BatchItem } from "./batch-items.ts";
import { keptKey } from "./filing.ts";

/**
 * Refuses `batch-refused` where what is on file hinders items of a batch, before any byte is stored: a key that was used for other
 * bytes, an item that cannot be replaced, a matter that is not the caller's. The database has the last word when they are filed.
 */
export async function refuseHindered(tx: Tx, companyId: string, items: readonly BatchItem[]): Promise<void> {
  const [filed, matters] = [await readFiled(tx, companyId, items), await openMatters(tx, items)];
  const replaceable = await readReplaceable(tx, companyId, items);
  const hindered = new Map<number, FailureName>();
  for (const [place, { content, said }] of items.entries()) {
    const { matterId, supersedes } = said;
    const before = filed.get(keyOf(said) ?? "");
    if (matterId !== null && !matters.has(matterId)) hindered.set(place, "not-on-access-list");
    else if (before !== undefined && !before.equals(createHash("sha256").update(content).digest()))
      hindered.set(place, "idempotency-conflict");
    else if (before === undefined && supersedes !== null && replaceable.get(supersedes) !== matterId)
      hindered.set(place, "already-superseded");
  }
  refuseBatch(hindered);
}

const keyOf = ({ idempotencyKey, matterId }: BatchItem["said"]) => keptKey(idempotencyKey, matterId);

/** By key, what was filed with it. */
async function readFiled(tx: Tx, companyId: string, items: readonly BatchItem[]): Promise<Map<string, Buffer>> {
  const keys = items.map(({ said }) => keyOf(said)).filter((key) => key !== null);
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom("app.evidence")
    .select(["idempotency_key", "sha256"])
    .where("company_id", "=", companyId)
    .where("idempotency_key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.idempotency_key!, row.sha256]));
}

/** The matters among those that items name, which the caller may add to. */
async function openMatters(tx: Tx, items: readonly BatchItem[]): Promise<ReadonlySet<string>> {
  const named = [...new Set(items.map(({ said }) => said.matterId).filter((id) => id !== null))];
  if (named.length === 0) return new Set();
  const own = (await callFunction(tx, "app.my_matters", [])) ?? [];
  const rows = await tx
    .selectFrom("app.matters")
    .select("id")
    .where("id", "in", named)
    .where("closed_at", "is", null)
    .execute();
  return new Set(rows.map(({ id }) => id).filter((id) => own.includes(id)));
}

/** Items whose place can be taken, with the matter whose privilege they are under. */
async function readReplaceable(
  tx: Tx,
  companyId: string,
  items: readonly BatchItem[],
): Promise<Map<string, string | null>> {
  const named = items.map(({ said }) => said.supersedes).filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const rows = await tx
    .selectFrom("app.evidence as o")
    .select(["o.id", "o.matter_id"])
    .where("o.company_id", "=", companyId)
    .where("o.id", "in", named)
    .where("o.withdrawal_id", "is", null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("app.evidence as s")
            .select("s.id")
            .whereRef("s.company_id", "=", "o.company_id")
            .whereRef("s.supersedes", "=", "o.id"),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.matter_id]));
}
