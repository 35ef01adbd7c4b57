import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { DIAGRAMS, digestOfDrawn } from "#domain/printed/drawn-data.ts";
import type { DrawnData } from "#domain/registers/drawn-data.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** The diagrams that were drawn from these registers, submitted and accepted last, read as the company itself; undefined where there are none. */
export async function readDrawn(tx: Tx, companyId: string, now: Date): Promise<DrawnData | undefined> {
  // Loaded where somebody draws: what reads it takes as much memory as all else that is asked of the database.
  const { readDocumentFacts } = await import("../documents/document-facts.ts");
  const { filings } = await readDocumentFacts(tx, companyId, { now });
  const accepted = filings.filter(({ document, printed, accepted: is }) => document === DIAGRAMS && printed && is);
  const last = accepted.toSorted((a, b) => b.ledgerIndex - a.ledgerIndex)[0];
  if (!last) return undefined;
  const { rows } = await sql<{ content: string; taken_at: Date }>`SELECT p.content, r.taken_at FROM app.register_runs r
    JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
    JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages) AND p.register = 'data'
    WHERE r.company_id = ${companyId} AND e.number = ${last.number} ORDER BY array_position(r.pages, p.sha256)`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return undefined;
  return {
    exhibit: formatExhibitNumber(last.number),
    takenAt: first.taken_at.toISOString(),
    own: last.own,
    anotherSince: last.anotherSince,
    shown: rows
      .flatMap(({ content }) => (JSON.parse(content) as SnapshotPage).rows)
      .filter(({ state }) => state !== "ended")
      .map((row) => ({ id: row.id, sha256: digestOfDrawn(row) })),
  };
}
