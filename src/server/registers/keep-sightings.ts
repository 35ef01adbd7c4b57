import { sql } from "kysely";
import type { Sighting } from "#domain/reviews/review.ts";
import { isWorthKeeping } from "#domain/reviews/review.ts";
import { accountPresence } from "#judge/registers/presence.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import type { ReadExhibit } from "./read-collections.ts";

function seenIn({ open, named: { seenAt }, evidenceId }: ReadExhibit, removals: readonly Removal[]) {
  const { accounts } = open();
  return removals.flatMap(({ row_id: rowId, account_id: account, decided_at: decidedAt, sightings }) => {
    const present = accounts && accountPresence(accounts, account);
    if (present === undefined) return [];
    const known = sightings.map((own): Sighting => ({ at: new Date(own.at), present: own.present }));
    return isWorthKeeping(decidedAt, known, { at: new Date(seenAt), present })
      ? [{ row_id: rowId, evidence_id: evidenceId, seen_at: seenAt, present }]
      : [];
  });
}

interface Removal {
  readonly row_id: string;
  readonly account_id: string;
  readonly connection_id: string;
  readonly decided_at: Date;
  readonly sightings: readonly { readonly at: string; readonly present: boolean }[];
}

/** Whether a sighting `s` by an exhibit `e` still tells of a removal: nobody is gone by one that was withdrawn, as the judge has it. */
export const isWitness = sql`(s.present OR e.withdrawal_id IS NULL)`;

/** Writes down whether accounts that a closed review decided to remove are there in the newest exhibits, where that says something new. */
export async function keepSightings(tx: Tx, companyId: string, read: readonly ReadExhibit[]): Promise<void> {
  await seeWithdrawn(tx);
  const { rows } = await sql<Removal>`SELECT w.id AS row_id, w.account_id, p.connection_id, d.decided_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object('at', s.seen_at, 'present', s.present)) FROM app.review_sightings s
        JOIN app.evidence e ON e.company_id = s.company_id AND e.id = s.evidence_id
        WHERE s.company_id = w.company_id AND s.row_id = w.id AND ${isWitness}), '[]') AS sightings
    FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
    JOIN LATERAL (SELECT d.decision, d.decided_at FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
      ORDER BY d.ledger_index DESC LIMIT 1) d ON d.decision = 'remove'
    WHERE r.company_id = ${companyId} AND r.closed_at IS NOT NULL`.execute(tx);
  const removals = Map.groupBy(rows, ({ connection_id: connection }) => connection);
  const seen = read.flatMap((exhibit) => {
    const own = removals.get(exhibit.connectionId);
    return own ? seenIn(exhibit, own) : [];
  });
  if (seen.length === 0) return;
  await sql`INSERT INTO app.review_sightings (company_id, row_id, evidence_id, seen_at, present)
    SELECT ${companyId}, x.row_id, x.evidence_id, x.seen_at, x.present
    FROM jsonb_to_recordset(${JSON.stringify(seen)}) x (row_id uuid, evidence_id uuid, seen_at timestamptz, present boolean)
    ON CONFLICT DO NOTHING`.execute(tx);
}
