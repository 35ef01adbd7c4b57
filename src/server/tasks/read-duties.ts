import { sql } from "kysely";
import { findDocument } from "#catalog/index.ts";
import { prefilledReviews } from "#catalog/prefilled-reviews.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { SENSITIVE } from "#domain/incidents/notice-clock.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { duties } from "#domain/tasks/of-duties.ts";
import type {
  DutyKind,
  PendingNotice,
  ReportedIncident,
  StandingDuty,
  StandingReview,
} from "#domain/tasks/of-duties.ts";
import type { PrefilledReviewKey } from "#domain/reviews/prefilled-review-keys.ts";
import type { Tx } from "../db/as-caller.ts";
import { mayIn } from "../registers/rights.ts";

const DAY_MS = 86_400_000;
/** A decision that was never taken is asked for so long. */
const ASKED_DAYS = 365;

/** Until when the newest meeting, scan, test and exercise of each kind counts: those that another person approved. */
export async function readDuties(tx: Tx, companyId: string, role: string): Promise<readonly StandingDuty[]> {
  if (!["meetings", "tests", "incidents"].every((key) => mayIn(findRegister(key)!, "read", role))) return [];
  const kinds = Object.keys(duties);
  const { rows } = await sql<{ kind: DutyKind; day: string }>`SELECT d.kind, max(d.day) AS day FROM (
      SELECT r.fields ->> 'kind' AS kind, coalesce(r.fields ->> 'heldOn', r.fields ->> 'doneOn') AS day FROM app.records r
      WHERE r.company_id = ${companyId} AND r.register IN ('meetings', 'tests') AND r.matter_id IS NULL
        AND r.ended_at IS NULL AND r.approved_at IS NOT NULL
        -- A link that nobody opened is no test of the contact yet.
        AND (NOT r.fields ? 'sentAt' OR r.fields ? 'answeredAt')
      -- An incident that was reviewed counts for an exercise.
      UNION ALL SELECT 'exercise', left(r.fields ->> 'closedAt', 10) FROM app.records r
      WHERE r.company_id = ${companyId} AND r.register = 'incidents' AND r.matter_id IS NULL
        AND r.ended_at IS NULL AND r.approved_at IS NOT NULL AND r.fields ->> 'kind' IN ('incident', 'exercise')) d
    WHERE d.kind = ANY (${kinds}) AND d.day IS NOT NULL GROUP BY d.kind ORDER BY d.kind`.execute(tx);
  // Who never did one is asked by the first steps and by the control.
  return rows.map(({ kind, day }) => ({
    kind,
    until: new Date(endOfDay(day).getTime() + duties[kind].counts * DAY_MS),
  }));
}

/** Until when the newest periodic review of each kind counts, as long as its document does: those that another person approved. */
export async function readPeriodicReviews(tx: Tx, companyId: string, role: string): Promise<readonly StandingReview[]> {
  if (!mayIn(findRegister("tests")!, "read", role)) return [];
  const { rows } = await sql<{ key: PrefilledReviewKey; day: string }>`SELECT r.fields ->> 'reviewOf' AS key,
      max(r.fields ->> 'doneOn') AS day
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'tests' AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.approved_at IS NOT NULL AND r.fields ->> 'kind' = 'review' AND r.fields ? 'reviewOf' AND r.fields ? 'doneOn'
    GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows.map(({ key, day }) => {
    const { label, document } = prefilledReviews[key];
    const counts = findDocument(document)!.document.validForDays;
    return { key, label, counts, until: new Date(endOfDay(day).getTime() + counts * DAY_MS) };
  });
}

/** Incidents that touched personal, health or card data and wait for a decision on notice. */
export async function readNotices(
  tx: Tx,
  companyId: string,
  role: string,
  now: Date,
): Promise<readonly PendingNotice[]> {
  const register = findRegister("incidents")!;
  if (!mayIn(register, "read", role)) return [];
  const { rows } = await sql<{ id: string; number: number; title: string; discovered: Date }>`SELECT r.id,
      r.number::integer AS number, r.fields ->> 'title' AS title, d.at AS discovered
    FROM app.records r CROSS JOIN LATERAL (SELECT app.discovery(r) AS at) d
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.fields ->> 'kind' = 'incident' AND r.fields -> 'data' ?| ${[...SENSITIVE]}::text[]
      AND coalesce(r.fields ->> 'noticeDecision', '') NOT IN ('notify', 'none')
      AND d.at > ${new Date(now.getTime() - ASKED_DAYS * DAY_MS)}
    ORDER BY r.number LIMIT 500`.execute(tx);
  return rows.map(({ id, number, title, discovered }) => ({
    id,
    number: recordNumber(register, number),
    title,
    discovered,
  }));
}

/** Incidents that staff reported, and that nobody has changed, approved or ended since: what is written last of each is the report. */
export async function readReports(tx: Tx, companyId: string, role: string): Promise<readonly ReportedIncident[]> {
  const register = findRegister("incidents")!;
  if (!mayIn(register, "write", role)) return [];
  const { rows } = await sql<{ id: string; number: number; title: string; created_at: Date }>`SELECT r.id,
      r.number::integer AS number, r.fields ->> 'title' AS title, r.created_at
    FROM app.records r JOIN app.ledger_acts a ON a.company_id = r.company_id AND a.seq = r.ledger_index
      AND a.event = 'staff.incidentReported'
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.matter_id IS NULL AND r.ended_at IS NULL
    ORDER BY r.number LIMIT 500`.execute(tx);
  return rows.map(({ id, number, title, created_at: reportedAt }) => ({
    id,
    number: recordNumber(register, number),
    title,
    reportedAt,
  }));
}
