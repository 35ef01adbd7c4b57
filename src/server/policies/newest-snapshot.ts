import { sql } from "kysely";
import { UNCHANGED } from "#domain/ledger/look-line.ts";
import type { SealedRegister } from "#domain/policies/shown-figures.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** What the newest exhibit of the registers says. */
export interface NewestSnapshot {
  readonly exhibit: number;
  /** When it was last found to say the same as they do. */
  readonly at: Date;
  readonly register: SealedRegister;
}

/** The newest exhibit of a company's registers that was not withdrawn, with these of them as they were sealed; undefined where there is none. */
export async function readNewestSnapshot(
  tx: Tx,
  companyId: string,
  registers: readonly string[],
): Promise<NewestSnapshot | undefined> {
  const { rows } = await sql<{
    exhibit: number;
    at: Date;
    pages: string[];
  }>`SELECT e.number::integer AS exhibit, r.pages, greatest(r.taken_at, (SELECT (a.details::jsonb ->> 'at')::timestamptz
      FROM app.ledger_acts a WHERE a.company_id = r.company_id AND a.event = ${sql.lit(UNCHANGED)} AND a.subject = r.evidence_id::text
        AND a.actor_id = r.company_id ORDER BY a.seq DESC LIMIT 1)) AS at
    FROM app.register_runs r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id AND e.withdrawal_id IS NULL
    WHERE r.company_id = ${companyId} ORDER BY r.ledger_index DESC LIMIT 1`.execute(tx);
  const [newest] = rows;
  if (!newest) return undefined;
  const { rows: pages } = await sql<{ content: string }>`SELECT p.content FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${newest.pages}) AND p.register = ANY (${[...registers]}::text[])`.execute(
    tx,
  );
  const read = pages.map(({ content }) => JSON.parse(content) as SnapshotPage);
  const byRegister = Map.groupBy(read, ({ register }) => register);
  const register = (key: string): readonly SnapshotRow[] => (byRegister.get(key) ?? []).flatMap(({ rows: own }) => own);
  return { exhibit: newest.exhibit, at: newest.at, register };
}
