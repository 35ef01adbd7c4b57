import { sql } from "kysely";
import { bindingKinds } from "#catalog/registers/contracts.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { dayOf, daysAfter, endOfDay } from "#domain/calendar-day.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { AHEAD_DAYS } from "#domain/tasks/of-ends.ts";
import type { EndingContract, MissingPaper, StandingAssurance } from "#domain/tasks/of-ends.ts";
import type { Tx } from "../db/as-caller.ts";
import { mayIn } from "../registers/rights.ts";

const COUNTS_DAYS = 365;

/** Whether the exhibit that a record names was withdrawn; nothing is looked up where none ever was. */
const isWithdrawn = (companyId: string, field: string) =>
  sql<boolean>`((SELECT EXISTS (SELECT FROM app.withdrawals w WHERE w.company_id = ${companyId} AND w.restored_at IS NULL))
    AND EXISTS (SELECT FROM app.withdrawals w WHERE w.company_id = a.company_id AND w.restored_at IS NULL
      AND 'EX-' || lpad(w.number::text, greatest(6, length(w.number::text)), '0') = a.fields ->> ${field}))`;
/** What is approved of a vendor `v` in a register, as `a`: by what leads to it, as all records of a register are too many to be read for each vendor. */
const ofVendor = (register: "assurances" | "contracts") => sql`app.record_links l
  JOIN app.records a ON a.company_id = l.company_id AND a.id = l.record_id AND a.ended_at IS NULL AND a.approved_at IS NOT NULL
  WHERE l.company_id = v.company_id AND l.target_id = v.id AND l.register = ${register} AND l.field = 'vendorId'`;
const isVerified = sql<boolean>`(a.fields ->> 'kind' <> 'bundle' OR coalesce(a.fields ->> 'bundle' = 'verified'
  AND a.fields ->> 'bundleOf' = concat_ws(' ', a.fields ->> 'report', a.fields ->> 'issuerKey'), false))`;
const lastDay = sql`CASE WHEN a.fields ->> 'kind' = 'bundle' THEN a.fields ->> 'bundleEndsOn' ELSE a.fields ->> 'datedOn' END`;

/**
 * Until when the newest report of each vendor that is rated high counts: of those that another person approved, whose file was not withdrawn
 * and, of bundles, that were verified.
 */
export async function readAssurances(tx: Tx, companyId: string, role: string): Promise<readonly StandingAssurance[]> {
  if (!["vendors", "assurances"].every((key) => mayIn(findRegister(key)!, "read", role))) return [];
  const { rows } = await sql<{
    id: string;
    name: string;
    dated_on: string | null;
    withdrawn: boolean;
    unverified: boolean;
  }>`
    SELECT v.id, v.fields ->> 'name' AS name, max(a.day) FILTER (WHERE a.verified AND NOT a.withdrawn) AS dated_on,
      coalesce(bool_or(a.withdrawn), false) AS withdrawn, coalesce(bool_or(NOT a.verified), false) AS unverified
    FROM (SELECT v.company_id, v.id, v.number, v.fields FROM app.records v
      WHERE v.company_id = ${companyId} AND v.register = 'vendors' AND v.ended_at IS NULL AND v.fields ->> 'rating' = 'high'
      ORDER BY v.number LIMIT 500) v
    LEFT JOIN LATERAL (SELECT ${lastDay} AS day, ${isWithdrawn(companyId, "report")} AS withdrawn, ${isVerified} AS verified
      FROM ${ofVendor("assurances")} OFFSET 0) a ON true
    GROUP BY v.id, v.fields ->> 'name', v.number ORDER BY v.number`.execute(tx);
  return rows.map(({ id, name, dated_on: datedOn, withdrawn, unverified }) => ({
    vendorId: id,
    vendor: name,
    until: datedOn === null ? null : new Date(endOfDay(datedOn).getTime() + COUNTS_DAYS * 86_400_000),
    ...(datedOn === null &&
      (withdrawn || unverified) && { lost: withdrawn ? ("withdrawn" as const) : ("not verified" as const) }),
  }));
}

/** Papers that vendors' data and hosting ask for, and that nobody signed, filed or approved. */
export async function readPapers(tx: Tx, companyId: string, role: string, now: Date): Promise<readonly MissingPaper[]> {
  if (!["vendors", "contracts", "assurances"].every((key) => mayIn(findRegister(key)!, "read", role))) return [];
  const today = now.toISOString().slice(0, 10);
  const signed = (kinds: readonly string[]) => sql<boolean>`EXISTS (SELECT FROM ${ofVendor("contracts")}
      AND a.fields ->> 'kind' = ANY (${[...kinds]}::text[]) AND a.fields ->> 'securityDuties' = 'yes' AND a.fields ->> 'noticeHours' IS NOT NULL
      AND coalesce(a.fields ->> 'endsOn' >= ${today}, true) AND NOT ${isWithdrawn(companyId, "file")})`;
  const { rows } = await sql<{ id: string; name: string; kind: MissingPaper["kind"] }>`
    SELECT v.id, v.fields ->> 'name' AS name, p.kind
    -- In their order: no more of them are looked at than are answered.
    FROM (SELECT v.* FROM app.records v WHERE v.company_id = ${companyId} AND v.register = 'vendors' AND v.ended_at IS NULL
      ORDER BY v.number OFFSET 0) v CROSS JOIN LATERAL (VALUES
      ('baa', 1, v.fields -> 'data' ? 'health' AND NOT ${signed(["baa"])}),
      ('contract', 2, v.fields -> 'data' ?| ARRAY['client', 'personal', 'card'] AND NOT v.fields -> 'data' ? 'health' AND NOT ${signed(bindingKinds)}),
      ('hosting', 3, v.fields ->> 'hosting' = 'yes' AND NOT EXISTS (SELECT FROM ${ofVendor("assurances")}
        AND a.fields ->> 'kind' IN ('soc2', 'iso27001', 'pci', 'other') AND a.fields ->> 'physical' = 'yes'
        AND (a.fields ->> 'datedOn')::date > ${today}::date - ${COUNTS_DAYS + 1}::integer AND NOT ${isWithdrawn(companyId, "report")}))
    ) p (kind, rank, missing)
    WHERE p.missing
    ORDER BY v.number, p.rank LIMIT 500`.execute(tx);
  return rows.map(({ id, name, kind }) => ({ kind, vendorId: id, vendor: name }));
}

/** Contracts that another person approved and that end: of several with one vendor or client about the same, the one that ends last. */
export async function readContracts(
  tx: Tx,
  companyId: string,
  role: string,
  now: Date,
): Promise<readonly EndingContract[]> {
  const register = findRegister("contracts")!;
  if (!mayIn(register, "read", role)) return [];
  // A contract that ends later asks for nothing yet.
  const last = daysAfter(dayOf(now), AHEAD_DAYS);
  const { rows } = await sql<{ id: string; number: number; title: string; ends_on: string }>`
    SELECT r.id, r.number, r.title, r.ends_on FROM (SELECT DISTINCT ON (r.fields ->> 'vendorId', r.fields ->> 'kind', r.fields ->> 'client')
      r.id, r.number::integer AS number, r.fields ->> 'title' AS title, r.fields ->> 'endsOn' AS ends_on
    FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.ended_at IS NULL AND r.approved_at IS NOT NULL
      -- Where none ends soon, none is looked at.
      AND EXISTS (SELECT FROM app.task_keys k WHERE k.company_id = ${companyId} AND k.register = ${register.key} AND k.task = 'ends'
        AND k.field = 'endsOn' AND k.day <= ${last})
    ORDER BY r.fields ->> 'vendorId', r.fields ->> 'kind', r.fields ->> 'client', r.fields ->> 'endsOn' DESC NULLS FIRST, r.number) r
    WHERE r.ends_on <= ${last} ORDER BY r.ends_on, r.number LIMIT 500`.execute(tx);
  return rows.map(({ id, number, title, ends_on: endsOn }) => ({
    id,
    number: recordNumber(register, number),
    title,
    until: endOfDay(endsOn),
  }));
}
