import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { getControl } from "#catalog/index.ts";
import type { Tx } from "../db/as-caller.ts";

/** A person's name, also of somebody who left. */
const nameOf = (id: RawBuilder<unknown>) =>
  sql`coalesce((SELECT concat_ws(' ', p.first_name, p.last_name) FROM app.profiles p WHERE p.id = ${id}), 'A former member')`;

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  readonly by: string;
}

/** The names that an item was given after it was filed, the first one first, as far as the caller sees the item. */
export async function renamingsOf(tx: Tx, companyId: string, evidenceId: string): Promise<Renaming[]> {
  const { rows } = await sql<Renaming>`SELECT r.old_name AS "from", r.new_name AS "to", r.renamed_at AS at,
      ${nameOf(sql`r.renamed_by`)} AS by FROM app.renamings r
    WHERE r.company_id = ${companyId} AND r.evidence_id = ${evidenceId} ORDER BY r.ledger_index`.execute(tx);
  return rows;
}

interface Refiling {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly reason: string;
  readonly at: Date;
  readonly by: string;
}

/** Each change of an item's controls after it was filed, the first one first, as far as the caller sees the item. */
async function refilingsOf(tx: Tx, companyId: string, evidenceId: string): Promise<Refiling[]> {
  const { rows } = await sql<Refiling>`SELECT r.added, r.removed, r.reason, r.refiled_at AS at,
      ${nameOf(sql`r.refiled_by`)} AS by FROM app.refilings r
    WHERE r.company_id = ${companyId} AND r.evidence_id = ${evidenceId} ORDER BY r.ledger_index`.execute(tx);
  return rows;
}

/** What changed of an item after it was filed, as its custody says it. */
export async function changesOf(
  tx: Tx,
  companyId: string,
  item: { readonly id: string; readonly erased_at: Date | null },
) {
  const renamed = (await renamingsOf(tx, companyId, item.id)).map(({ from, to, ...of }) => ({
    ...of,
    event: "Renamed",
    detail: item.erased_at ? "The names were erased with the file." : `From “${from}” to “${to}”.`,
  }));
  const refiled = (await refilingsOf(tx, companyId, item.id)).map(({ added, removed, reason, ...of }) => ({
    ...of,
    event: "Controls changed",
    detail: [
      added.length > 0 ? `Added to ${titles(added)}.` : "",
      removed.length > 0 ? `Removed from ${titles(removed)}: ${reason}` : "",
    ]
      .join(" ")
      .trim(),
  }));
  return [...renamed, ...refiled];
}

const titles = (ids: readonly string[]) => ids.map((id) => getControl(id).title).join(", ");
