import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { projectNames } from "../auditors/auditor-list.ts";
import { auditNames } from "./audit-names.ts";
import { goneById } from "./gone-items.ts";

interface RequestRow {
  id: string;
  project_id: string;
  control_id: string | null;
  wanted: string;
  due_on: string;
  asked_by: string;
  asked_at: Date;
  state: "open" | "answered" | "accepted" | "closed";
}

const LIMIT = 500;

/** Requests of auditors with their answers, as far as the caller may see them: what is open first, by the day it is due. */
export async function listRequests(tx: Tx, companyId: string, project: string | undefined) {
  const ofProject = project === undefined ? sql`` : sql`AND r.project_id = ${project}`;
  const { rows } =
    await sql<RequestRow>`SELECT r.id, r.project_id, r.control_id, r.wanted, to_char(r.due_on, 'YYYY-MM-DD') AS due_on,
      r.asked_by, r.asked_at, r.state FROM app.audit_requests r WHERE r.company_id = ${companyId} ${ofProject}
    ORDER BY array_position(ARRAY['open', 'answered', 'accepted', 'closed'], r.state),
      CASE WHEN r.state = 'open' THEN r.due_on END, r.asked_at DESC, r.id LIMIT ${LIMIT}`.execute(tx);
  const names = await auditNames(tx);
  const asked = rows.map(({ id }) => id);
  const answers = await listAnswers(tx, companyId, asked, names);
  const projects = await projectNames(tx, companyId);
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    project: projects.get(row.project_id) ?? "",
    control: row.control_id,
    wanted: row.wanted,
    dueOn: row.due_on,
    state: row.state,
    askedBy: names(row.asked_by),
    askedAt: row.asked_at.toISOString(),
    answers: (answers.get(row.id) ?? []).map(({ by, ...answer }) => ({ ...answer, by: names(by) })),
  }));
}

async function listAnswers(tx: Tx, companyId: string, requests: readonly string[], names: (id: string) => string) {
  const { rows } = await sql<{ id: string; request_id: string; said: string; answered_by: string; answered_at: Date }>`
    SELECT a.id, a.request_id, a.said, a.answered_by, a.answered_at FROM app.audit_answers a
    WHERE a.company_id = ${companyId} AND a.request_id = ANY (${requests}::uuid[]) ORDER BY a.answered_at, a.id`.execute(
    tx,
  );
  const { rows: items } = await sql<{ answer_id: string; id: string; number: number | null; name: string }>`
    SELECT i.answer_id, i.evidence_id AS id, e.number, e.name FROM app.audit_answer_items i
    LEFT JOIN app.evidence e ON e.company_id = i.company_id AND e.id = i.evidence_id AND e.matter_id IS NULL
    WHERE i.company_id = ${companyId} AND i.answer_id = ANY (${rows.map(({ id }) => id)}::uuid[]) ORDER BY e.number`.execute(
    tx,
  );
  const gone = await goneById(
    tx,
    companyId,
    items.flatMap(({ id, number }) => (number === null ? id : [])),
    names,
  );
  const shown = rows.map((row) => ({
    request: row.request_id,
    id: row.id,
    by: row.answered_by,
    at: row.answered_at.toISOString(),
    text: row.said,
    items: items
      .filter((item) => item.answer_id === row.id)
      .flatMap(({ id, number, name }) => (number === null ? [] : [{ id, exhibit: formatExhibitNumber(number), name }])),
    gone: items.flatMap(({ answer_id: answer, id }) => (answer === row.id ? (gone.get(id) ?? []) : [])),
  }));
  const answers = new Map<string, Omit<(typeof shown)[number], "request">[]>();
  for (const { request, ...answer } of shown) answers.set(request, [...(answers.get(request) ?? []), answer]);
  return answers;
}
