import { sql } from "kysely";
import type { Sighting } from "#domain/reviews/review.ts";
import { isWorthKeeping } from "#domain/reviews/review.ts";
import type { ShapePopulation } from "#domain/shapes/shapes.ts";
import { accountPresence } from "#judge/registers/presence.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import type { ReadExhibit } from "./read-collections.ts";

interface Removal {
  readonly row_id: string;
  readonly account_id: string;
  /** Null where it was on a list. */
  readonly connection_id: string | null;
  readonly decided_at: Date;
  readonly sightings: readonly { readonly at: string; readonly present: boolean }[];
  /** What later lists of a system without a connection say of it that name accounts by the same column, the oldest first. */
  readonly listed: readonly { readonly at: string; readonly evidenceId: string; readonly present: boolean }[];
}

/** Whether a sighting `s` by an exhibit `e` still tells of a removal: nobody is gone by one that was withdrawn, as the judge has it. */
export const isWitness = sql`(s.present OR e.withdrawal_id IS NULL)`;

/** Writes down whether accounts that a closed review decided to remove are there in the newest exhibits, where that says something new. */
export async function keepSightings(tx: Tx, companyId: string, read: readonly ReadExhibit[]): Promise<void> {
  await seeWithdrawn(tx);
  const { rows } = await sql<Removal>`SELECT w.id AS row_id, w.account_id, p.connection_id, d.decided_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object('at', s.seen_at, 'present', s.present)) FROM app.review_sightings s
        JOIN app.evidence e ON e.company_id = s.company_id AND e.id = s.evidence_id
        WHERE s.company_id = w.company_id AND s.row_id = w.id AND ${isWitness}), '[]') AS sightings,
      coalesce((SELECT jsonb_agg(jsonb_build_object('at', a.seen_at, 'evidenceId', a.evidence_id, 'present', EXISTS (
          SELECT FROM jsonb_array_elements(a.accounts) x WHERE x ->> 'id' = w.account_id AND x -> 'active' IS DISTINCT FROM 'false'::jsonb))
          ORDER BY a.seen_at, a.ledger_index)
        FROM app.attested_lists a JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id AND e.withdrawal_id IS NULL
        JOIN app.attested_lists l ON l.company_id = a.company_id AND l.id = p.list_id
          AND l.identified_by = a.identified_by AND l.salt = a.salt
        WHERE p.list_id IS NOT NULL AND a.company_id = p.company_id AND a.system_id = p.system_id AND a.seen_at > d.decided_at), '[]') AS listed
    FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
    JOIN LATERAL (SELECT d.decision, d.decided_at FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
      ORDER BY d.ledger_index DESC LIMIT 1) d ON d.decision = 'remove'
    WHERE r.company_id = ${companyId} AND r.closed_at IS NOT NULL AND r.cancelled_because IS NULL`.execute(tx);
  const byConnection = new Map(read.map((exhibit) => [exhibit.connectionId, exhibit]));
  // An exhibit is opened once for all that it is asked.
  const removals = Map.groupBy(rows, ({ connection_id: connection }) => connection);
  const seen = [...removals].flatMap(([connection, own]) => {
    const exhibit = connection === null ? undefined : byConnection.get(connection);
    const accounts = exhibit?.open().accounts;
    return own.flatMap((row) => {
      const known = row.sightings.map((sighting): Sighting => ({
        at: new Date(sighting.at),
        present: sighting.present,
      }));
      return looksAt(row, exhibit, accounts).flatMap(({ at, present, evidenceId }) => {
        const sighting = { at: new Date(at), present };
        if (!isWorthKeeping(row.decided_at, known, sighting)) return [];
        known.push(sighting);
        return [{ row_id: row.row_id, evidence_id: evidenceId, seen_at: at, present }];
      });
    });
  });
  if (seen.length === 0) return;
  await sql`INSERT INTO app.review_sightings (company_id, row_id, evidence_id, seen_at, present)
    SELECT ${companyId}, x.row_id, x.evidence_id, x.seen_at, x.present
    FROM jsonb_to_recordset(${JSON.stringify(seen)}) x (row_id uuid, evidence_id uuid, seen_at timestamptz, present boolean)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Where an account was looked for: in the newest exhibit of its connection, or in each list of its system since. */
function looksAt(
  { account_id: account, connection_id: connection, listed }: Removal,
  exhibit: ReadExhibit | undefined,
  accounts: ShapePopulation<"account"> | undefined,
): Removal["listed"] {
  if (connection === null) return listed;
  const present = accounts && accountPresence(accounts, account);
  return exhibit && present !== undefined
    ? [{ at: exhibit.named.seenAt, evidenceId: exhibit.evidenceId, present }]
    : [];
}
