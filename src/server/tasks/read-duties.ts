import { sql } from "kysely";
import { findDocument } from "#catalog/index.ts";
import { prefilledReviews } from "#catalog/prefilled-reviews.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { dutyFinders } from "#domain/tasks/finders.ts";
import { duties } from "#domain/tasks/of-duties.ts";
import type {
  DutyKind,
  PendingNotice,
  ReportedIncident,
  StandingDuty,
  StandingReview,
} from "#domain/tasks/of-duties.ts";
import type { PrefilledReviewKey } from "#domain/reviews/prefilled-review-keys.ts";
import { textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { mayIn } from "../registers/rights.ts";

const DAY_MS = 86_400_000;
/** A decision that was never taken is asked for so long. */
const ASKED_DAYS = 365;

/** Until when the newest meeting, scan, test and exercise of each kind counts: those that another person approved. */
export async function readDuties(tx: Tx, companyId: string, role: string): Promise<readonly StandingDuty[]> {
  if (!["meetings", "tests", "incidents"].every((key) => mayIn(findRegister(key)!, "read", role))) return [];
  const kinds = Object.keys(duties);
  const finders = dutyFinders.map(
    ({ register, key, field }) => sql`(${sql.lit(register)}, ${sql.lit(key)}, ${sql.lit(field)})`,
  );
  const { rows } = await sql<{ kind: DutyKind; day: string }>`SELECT x.kind, max(left(k.day, 10)) AS day
    FROM unnest(${textArray(kinds)}::text[]) x (kind)
    CROSS JOIN (VALUES ${sql.join(finders)}) y (register, key, field)
    CROSS JOIN LATERAL (SELECT k.day FROM app.task_keys k WHERE k.company_id = ${companyId} AND k.register = y.register
      AND k.task = y.key || ' ' || x.kind AND k.field = y.field ORDER BY k.day DESC LIMIT 1) k
    GROUP BY x.kind ORDER BY x.kind`.execute(tx);
  // Who never did one is asked by the first steps and by the control.
  return rows.map(({ kind, day }) => ({
    kind,
    until: new Date(endOfDay(day).getTime() + duties[kind].counts * DAY_MS),
  }));
}

/** Until when the newest periodic review of each kind counts, as long as its document does: those that another person approved. */
export async function readPeriodicReviews(tx: Tx, companyId: string, role: string): Promise<readonly StandingReview[]> {
  if (!mayIn(findRegister("tests")!, "read", role)) return [];
  const keys = Object.keys(prefilledReviews);
  const { rows } = await sql<{ key: PrefilledReviewKey; day: string }>`SELECT x.key, k.day
    FROM unnest(${textArray(keys)}::text[]) x (key)
    CROSS JOIN LATERAL (SELECT k.day FROM app.task_keys k WHERE k.company_id = ${companyId} AND k.register = 'tests'
      AND k.task = 'review ' || x.key AND k.field = 'doneOn' ORDER BY k.day DESC LIMIT 1) k ORDER BY x.key`.execute(tx);
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
  const since = new Date(now.getTime() - ASKED_DAYS * DAY_MS);
  const { rows } = await sql<{ id: string; number: number; title: string; discovered: Date }>`SELECT r.id,
      r.number::integer AS number, r.fields ->> 'title' AS title, d.at AS discovered
    FROM app.task_keys k JOIN app.records r ON r.company_id = k.company_id AND r.id = k.record_id
    CROSS JOIN LATERAL (SELECT app.discovery(r) AS at) d
    -- It may have been discovered before what it says, and never after.
    WHERE k.company_id = ${companyId} AND k.register = ${register.key} AND k.task = 'notice' AND k.field = 'discoveredAt'
      AND k.day >= ${since.toISOString()} AND d.at > ${since}
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
