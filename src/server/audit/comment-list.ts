import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { auditNames } from "./audit-names.ts";
import { goneById } from "./gone-items.ts";

interface Asked {
  readonly companyId: string;
  readonly project?: string | undefined;
  readonly control?: string | undefined;
  readonly item?: string | undefined;
}

const LIMIT = 500;

/** What both sides said about controls and items of an audit, the oldest first; the newest 500 of it. */
export async function listComments(tx: Tx, { companyId, project, control, item }: Asked) {
  const { rows } = await sql<{
    id: string;
    project_id: string;
    control_id: string | null;
    evidence_id: string | null;
    number: number | null;
    name: string | null;
    by_auditor: boolean;
    author_id: string;
    said: string;
    at: Date;
  }>`SELECT c.id, c.project_id, c.control_id, c.evidence_id, e.number, e.name, c.by_auditor, c.author_id, c.said, c.at
    FROM app.audit_comments c
    LEFT JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id AND e.matter_id IS NULL
    WHERE c.company_id = ${companyId}
      ${project === undefined ? sql`` : sql`AND c.project_id = ${project}`}
      ${control === undefined ? sql`` : sql`AND c.control_id = ${control}`}
      ${item === undefined ? sql`` : sql`AND c.evidence_id = ${item}`}
    ORDER BY c.at DESC, c.id LIMIT ${LIMIT}`.execute(tx);
  const names = await auditNames(tx);
  const unseen = rows.flatMap(({ evidence_id: id, number }) => (id !== null && number === null ? id : []));
  const gone = await goneById(tx, companyId, unseen, names);
  // What is there for nobody who asks, and was not withdrawn, is privileged: nothing is said of it.
  const shown = rows.filter(({ evidence_id: id, number }) => id === null || number !== null || gone.has(id));
  return shown.toReversed().map((row) => ({
    id: row.id,
    projectId: row.project_id,
    control: row.control_id,
    item:
      row.evidence_id === null || row.number === null
        ? null
        : { id: row.evidence_id, exhibit: formatExhibitNumber(row.number), name: row.name! },
    gone: gone.get(row.evidence_id ?? "") ?? null,
    by: names(row.author_id),
    byAuditor: row.by_auditor,
    at: row.at.toISOString(),
    text: row.said,
  }));
}
