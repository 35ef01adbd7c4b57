import type pg from "pg";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { KeptNodes } from "#domain/ledger/partial-tree.ts";
import type { AnchoredHead } from "../ledger/anchored-heads.ts";
import { sha256 } from "../ledger/sha256.ts";
import { RestoreRefused } from "./restore-refused.ts";

/** The newest signed head of each company. */
type Anchored = ReadonlyMap<string, AnchoredHead>;

/** What a backup says its ledgers are. */
type Ledgers = readonly { readonly company: string; readonly root: string; readonly size: number }[];

/** What was acknowledged and is not in the backup would be lost, and its place in the ledger given to something else. */
export async function refuseShorterLedgers(client: pg.ClientBase, ledgers: Ledgers): Promise<void> {
  const { rows } = await client.query<{ company_id: string; size: string }>(
    "SELECT h.company_id, h.size FROM app.ledger_heads h JOIN app.companies c ON c.id = h.company_id WHERE c.deleted_at IS NULL",
  );
  for (const row of rows) {
    const held = ledgers.find((ledger) => ledger.company === row.company_id)?.size ?? 0;
    if (Number(row.size) > held) refuseFork(row.company_id, Number(row.size), held, "the database holds");
  }
}

function refuseFork(company: string, present: number, held: number, where: string): never {
  throw new RestoreRefused(
    `Restoring this backup would fork the ledger of company ${company}: ${where} ${present} entries, the backup ${held}. Restore a newer backup.`,
  );
}

/** A company that the backup does not know, and for which a checkpoint was signed, would be forgotten for good. */
export function refuseForgotten(anchored: Anchored, ledgers: Ledgers, erased: ReadonlySet<string>): void {
  for (const { companyId, size } of anchored.values())
    if (!erased.has(companyId) && !ledgers.some((ledger) => ledger.company === companyId))
      refuseFork(companyId, size, 0, "a signed checkpoint covers");
}

/**
 * The restored ledgers must be what the backup says, and continue what this instance has signed. Without `signed` nothing is held
 * against what was signed: where a backup is only tried, it may be older.
 */
export async function checkLedgers(client: pg.ClientBase, ledgers: Ledgers, signed?: Anchored): Promise<void> {
  const { rows: companies } = await client.query<{ id: string }>("SELECT id FROM app.companies");
  for (const company of companies) {
    const ledger = ledgers.find((ledger) => ledger.company === company.id);
    const anchor = signed?.get(company.id);
    if (anchor && anchor.size > (ledger?.size ?? 0))
      refuseFork(company.id, anchor.size, ledger?.size ?? 0, "a signed checkpoint covers");
    const { range, anchored, kept } = await rebuild(client, company.id, anchor);
    if (!anchored) refuseFork(company.id, anchor!.size, range.size, "a signed checkpoint contradicts it at");
    const root = Buffer.from(range.root(sha256)).toString("base64");
    if (range.size !== ledger?.size || root !== ledger.root || !kept)
      throw new RestoreRefused(`The ledger of company ${company.id} in this backup does not verify.`);
  }
}

const LEAVES_AT_ONCE = 10_000;

/** The ledger as its leaves make it; whether it is that of a signed checkpoint at its size, and its subtrees' hashes are kept. */
async function rebuild(client: pg.ClientBase, company: string, anchor: { size: number; root: Buffer } | undefined) {
  const range = new CompactRange();
  let anchored = !anchor;
  let kept = true;
  let nodes = 0;
  for (let more = true; more;) {
    const { rows } = await client.query<{ leaf_hash: Buffer }>(
      "SELECT leaf_hash FROM app.ledger_entries WHERE company_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
      [company, range.size, LEAVES_AT_ONCE],
    );
    const complete = new KeptNodes();
    for (const { leaf_hash } of rows) {
      range.append(sha256, leaf_hash, complete.add);
      if (anchor && range.size === anchor.size) anchored = Buffer.from(range.root(sha256)).equals(anchor.root);
    }
    for (const { level, from, hashes } of complete.runs()) {
      const { rows: there } = await client.query<{ hash: Buffer }>(
        "SELECT hash FROM app.ledger_nodes WHERE company_id = $1 AND level = $2 AND index >= $3 AND index < $4 ORDER BY index",
        [company, level, from, from + hashes.length],
      );
      kept &&= there.length === hashes.length && there.every(({ hash }, at) => hash.equals(hashes[at]!));
      nodes += hashes.length;
    }
    more = rows.length === LEAVES_AT_ONCE;
  }
  const { rows: all } = await client.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM app.ledger_nodes WHERE company_id = $1",
    [company],
  );
  return { range, anchored, kept: kept && all[0]?.count === nodes };
}
