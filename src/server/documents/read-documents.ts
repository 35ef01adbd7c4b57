import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { controls } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction, functionOf } from "../db/functions.ts";

/** A filing that stands, as the database holds it, with the review that stands. */
export interface FilingRow {
  readonly id: string;
  readonly control_id: string;
  readonly document_id: string;
  readonly evidence_id: string;
  readonly number: number;
  readonly name: string;
  /** The source of its item. */
  readonly source: string;
  readonly covers_from: string;
  readonly covers_to: string;
  readonly filed_by: string;
  readonly filer: string;
  readonly filed_at: Date;
  readonly ledger_index: number;
  readonly accepted: boolean | null;
  readonly reason: string;
  readonly reviewed_by: string;
  readonly reviewer: string;
  readonly reviewed_at: Date;
  /** By who filed it, with whichever account. */
  readonly own: boolean;
  /** Whether the caller is who filed it, with whichever account. */
  readonly mine: boolean;
  /** Of an own one since when another person could review it; null where nobody could, and of others. */
  readonly another_since: Date | null;
}

/** Filings of one document that are read: the newest, and of those accepted by another person and by who filed them the one that lasts longest. */
const NEWEST = 10;

/**
 * The filings that stand, of one control or of all, the newest first. Not those of an item that was replaced: it counts for nothing.
 * Bounded for each document, however much was filed as it.
 */
export async function readFilings(tx: Tx, companyId: string, now: Date, controlId?: string): Promise<FilingRow[]> {
  const narrowed = controlId === undefined ? sql`` : sql`AND f.control_id = ${controlId}`;
  const isFilers = (who: RawBuilder<string | null>, at: RawBuilder<Date | null> | Date) =>
    functionOf("app.is_one_person", [companyId, sql`x.filed_by`, who, at, null, null]);
  const { rows } = await sql<Omit<FilingRow, "another_since">>`SELECT x.*,
    CASE WHEN x.accepted IS NULL THEN false ELSE ${isFilers(sql`x.reviewed_by`, sql`x.reviewed_at`)} END AS own, ${isFilers(functionOf("app.uid", []), now)} AS mine FROM (
    SELECT f.id, f.control_id, f.document_id, f.evidence_id, e.number, e.name, e.source, to_char(f.covers_from, 'YYYY-MM-DD') AS covers_from,
      to_char(f.covers_to, 'YYYY-MM-DD') AS covers_to, f.filed_by, concat_ws(' ', p.first_name, p.last_name) AS filer, f.filed_at,
      f.ledger_index, r.accepted, r.reason, r.reviewed_by, concat_ws(' ', q.first_name, q.last_name) AS reviewer, r.reviewed_at,
      row_number() OVER (PARTITION BY f.document_id ORDER BY f.ledger_index DESC) AS newness,
      row_number() OVER (PARTITION BY f.document_id, r.accepted, r.own ORDER BY f.covers_to DESC, f.ledger_index DESC) AS lasting
    FROM app.document_filings f
    JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
      AND k.superseded_by IS NULL
    JOIN app.evidence e ON e.company_id = f.company_id AND e.id = f.evidence_id
    LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id AND r.withdrawn_at IS NULL
    LEFT JOIN app.profiles p ON p.id = f.filed_by LEFT JOIN app.profiles q ON q.id = r.reviewed_by
    WHERE f.company_id = ${companyId} AND f.withdrawn_at IS NULL ${narrowed}) x
    WHERE x.newness <= ${NEWEST} OR x.accepted AND x.lasting = 1 ORDER BY x.ledger_index DESC`.execute(tx);
  const since = new Map<string, Date | null>();
  for (const filer of new Set(rows.flatMap(({ own, filed_by: by }) => (own ? by : []))))
    since.set(filer, await callFunction(tx, "app.another_reviewer_since", [companyId, filer, null, null, now]));
  return rows.map((row) => ({ ...row, another_since: (row.own && since.get(row.filed_by)) || null }));
}

/** A decision that a document does not apply, or its withdrawal. */
export interface DocumentDecision {
  readonly documentId: string;
  readonly declared: boolean;
  readonly reason: string;
  readonly until: string | null;
  readonly ledgerIndex: number;
  readonly decidedBy: string;
  readonly decidedAt: Date;
}

/** The newest decision about each document. */
export async function readDecisions(tx: Tx, companyId: string): Promise<DocumentDecision[]> {
  const { rows } =
    await sql<DocumentDecision>`SELECT DISTINCT ON (d.document_id) d.document_id AS "documentId", d.declared, d.reason,
      to_char(d.until, 'YYYY-MM-DD') AS until, d.ledger_index AS "ledgerIndex", d.decided_at AS "decidedAt",
      concat_ws(' ', p.first_name, p.last_name) AS "decidedBy"
    FROM app.scope_decisions d LEFT JOIN app.profiles p ON p.id = d.decided_by
    WHERE d.company_id = ${companyId} AND d.document_id IS NOT NULL
    ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id`.execute(tx);
  return rows;
}

/** The library's expected documents with their controls, of one control or of all. */
export function libraryDocuments(controlId?: string) {
  return controls
    .filter(({ id }) => controlId === undefined || id === controlId)
    .flatMap((control) => control.expectedEvidence.map((document) => ({ control, document })));
}

/** The item of a filing as a person and the ledger name it. */
export const itemOf = (row: Pick<FilingRow, "evidence_id" | "number" | "name">) => ({
  id: row.evidence_id,
  exhibit: formatExhibitNumber(row.number),
  name: row.name,
});
