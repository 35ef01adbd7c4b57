import { sql } from "kysely";
import { parseItemChange, standingAfter } from "#domain/ledger/item-change.ts";
import type { ItemStanding } from "#domain/ledger/item-change.ts";
import type { Tx } from "../db/as-caller.ts";
import { changeActs } from "../evidence/change-lines.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import type { BundlePlan } from "./bundle-plan.ts";

/** An item whose name or controls changed since it was filed, as it stood at the bundle's head. */
export interface ChangedItem extends ItemStanding {
  readonly filed: ItemStanding;
  /** Until when each of the controls may rely on it, in their order. */
  readonly controlsUntil: readonly Date[];
}

type Act = Awaited<ReturnType<typeof changeActs>>[number];

interface FiledRow {
  readonly id: string;
  readonly metadata: string;
  readonly links: readonly { readonly control: string; readonly until: string }[];
}

/**
 * Every item that was ever renamed or filed under other controls, by its id, as it stood at the plan's head: what was filed, and then
 * what the entries before the head say. It sees links that are set aside, and so needs a transaction of its own.
 */
export async function changedItems(tx: Tx, plan: BundlePlan): Promise<ReadonlyMap<string, ChangedItem>> {
  await seeWithdrawn(tx);
  const { rows } = await sql<FiledRow>`SELECT e.id, s.metadata,
      coalesce((SELECT jsonb_agg(jsonb_build_object('control', k.control_id, 'until', k.valid_until)) FROM app.evidence_controls k
        WHERE k.company_id = e.company_id AND k.evidence_id = e.id), '[]') AS links
    FROM app.evidence e JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
    -- Of what is erased nothing is left to replay, and no bundle lists it as an item.
    WHERE e.company_id = ${plan.companyId} AND e.ledger_index < ${plan.head.size} AND e.erased_at IS NULL AND e.id IN (
      SELECT r.evidence_id FROM app.renamings r WHERE r.company_id = ${plan.companyId}
      UNION SELECT r.evidence_id FROM app.refilings r WHERE r.company_id = ${plan.companyId})`.execute(tx);
  const acts = await changeActs(
    tx,
    plan.head,
    rows.map(({ id }) => id),
  );
  const byItem = Map.groupBy(acts, ({ item }) => item);
  return new Map(rows.map((row) => [row.id, standingOf(row, byItem.get(row.id) ?? [])]));
}

function standingOf({ id, metadata, links }: FiledRow, acts: readonly Act[]): ChangedItem {
  const { name, controls } = JSON.parse(metadata) as ItemStanding;
  const filed = { name, controls };
  const changes = acts.flatMap(({ event, details }) => parseItemChange(event, details) ?? []);
  const standing = standingAfter(filed, changes);
  if (!standing) throw new Error(`the changes of item ${id} do not follow from its seal`);
  const until = new Map(links.map((link) => [link.control, new Date(link.until)]));
  return { ...standing, filed, controlsUntil: standing.controls.map((control) => until.get(control)!) };
}
