import type pg from "pg";
import { asDefiner } from "../db/as-definer.ts";
import type { AnchoredHead } from "../ledger/anchored-heads.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { RestoreRefused } from "./restore-refused.ts";

const STRANGE =
  "The place for anchors is empty, not mounted, or another one, so nobody knows what was signed since the backup. Mount it, or set ANCHORS_URL to the right place. Where it is a new place, say --recover-anchors.";

/** Refuses ({@link RestoreRefused}) a place for anchors that is not the one which the database that is replaced knows. */
export async function refuseOtherPlace(deps: {
  readonly adminUrl: string;
  readonly anchors: AnchorStore;
}): Promise<void> {
  const found = await deps.anchors.marker();
  const { rows } = await asDefiner(deps, (client) =>
    client.query<{ id: string }>("SELECT store_id AS id FROM app.store_identities WHERE geography = 'anchors'"),
  );
  if (rows[0] && rows[0].id !== found) throw new RestoreRefused(STRANGE);
}

/**
 * Refuses ({@link RestoreRefused}) anchors of which none is of a company that came back, though the backup knows of signatures: no place was
 * asked then that could say that the backup is older than what was signed. Companies that were erased have none.
 */
export async function refuseNoAnchors(
  client: pg.ClientBase,
  signed: ReadonlyMap<string, AnchoredHead>,
  erased: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT DISTINCT s.company_id AS id FROM app.ledger_checkpoints s JOIN app.companies c ON c.id = s.company_id
     WHERE c.deleted_at IS NULL`,
  );
  const known = rows.filter(({ id }) => !erased.has(id));
  if (known.length > 0 && !known.some(({ id }) => signed.has(id))) throw new RestoreRefused(STRANGE);
}
