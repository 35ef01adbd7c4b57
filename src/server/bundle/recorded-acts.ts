import { sql } from "kysely";
import { getCheck } from "#catalog/index.ts";
import { partsOf } from "#catalog/parts.ts";
import { isAccepted } from "#domain/manual-tests/acceptance.ts";
import { testsThatCount } from "#domain/manual-tests/decide.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { ControlState } from "#judge/control-states.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import { namesOf } from "../manual-tests/names.ts";
import { readTests } from "../manual-tests/read-tests.ts";
import { judgedAt, momentsOf } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";
import { scopeActs } from "./scope-acts.ts";
import type { ScopeActs } from "./scope-acts.ts";

/** Who decided something, and when; `until` is the last day in UTC on which it holds, null where no day ends it. */
export interface Signed {
  readonly by: string;
  readonly at: Date;
  readonly until: string | null;
}

/** What people decided and signed, as it stood for a plan: the part of a report that nobody can perform again. */
export interface RecordedActs extends ScopeActs {
  /** Failing checks that somebody accepted. */
  readonly accepted: readonly (Signed & {
    readonly check: string;
    readonly reason: string;
    readonly treatment: string;
  })[];
  readonly tests: readonly (Signed & {
    readonly check: string;
    /** Null for the whole check. */
    readonly part: string | null;
    readonly conclusion: string;
    /** Where the population came from. */
    readonly source: string;
    readonly exhibits: readonly string[];
  })[];
  /** By document and exhibit, `policy EX-000001`: who filed and who reviewed what is on file. */
  readonly reviews: ReadonlyMap<
    string,
    { readonly filedBy: string; readonly reviewedBy: string; readonly own: boolean }
  >;
}

/** What is read, as of when, and how people are called. */
export type Moment = Pick<BundlePlan, "companyId" | "days" | "head"> & {
  readonly at: Date;
  readonly nameOf: (id: string) => string;
};

/** Reads what people decided, of the plan's first entries alone. `numbers` are the exhibits that its report may speak of. */
export async function recordedActs(
  tx: Tx,
  plan: Pick<BundlePlan, "companyId" | "days" | "head" | "issuedAt">,
  states: readonly ControlState[],
  numbers: ReadonlySet<number>,
): Promise<RecordedActs> {
  const at = judgedAt(plan);
  // Exports are for members alone, who may know the names of former ones.
  const nameOf = await namesOf(tx, { role: "viewer" }, await peopleOf(tx, plan.companyId));
  const moment = { ...plan, at, nameOf };
  return {
    accepted: await acceptedFailures(tx, moment, states),
    tests: await countedTests(tx, moment, numbers),
    ...(await scopeActs(tx, moment, states)),
    reviews: await reviewsOf(tx, moment, states),
  };
}

/** Everybody who may have decided something. */
async function peopleOf(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT accepted_by AS id FROM app.accepted_failures WHERE company_id = ${companyId}
    UNION SELECT tested_by FROM app.manual_tests WHERE company_id = ${companyId}
    UNION SELECT decided_by FROM app.applicability_decisions WHERE company_id = ${companyId}
    UNION SELECT decided_by FROM app.scope_decisions WHERE company_id = ${companyId}
    UNION SELECT filed_by FROM app.document_filings WHERE company_id = ${companyId}
    UNION SELECT reviewed_by FROM app.document_reviews WHERE company_id = ${companyId}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function acceptedFailures(
  tx: Tx,
  { companyId, head, at, nameOf }: Moment,
  states: readonly ControlState[],
): Promise<RecordedActs["accepted"]> {
  const { rows } = await sql<{
    check: string;
    reason: string;
    treatment: string;
    until: string;
    by: string;
    on: Date;
    ended: boolean;
  }>`
    SELECT DISTINCT ON (a.check_id) a.check_id AS check, a.reason, a.treatment, to_char(a.until, 'YYYY-MM-DD') AS until, a.accepted_by AS by,
      a.accepted_at AS on, coalesce(a.ended_index < ${head.size} AND a.ended_at <= ${at}, false) AS ended
    FROM app.accepted_failures a
    WHERE a.company_id = ${companyId} AND a.ledger_index < ${head.size} AND a.accepted_at <= ${at}
    ORDER BY a.check_id, a.ledger_index DESC`.execute(tx);
  const outcomes = new Map(states.flatMap(({ checks }) => checks.map(({ checkId, outcome }) => [checkId, outcome])));
  return rows
    .filter((row) => isAccepted(row, outcomes.get(row.check) ?? "unknown", at))
    .map(({ check, reason, treatment, until, by, on }) => ({
      check: getCheck(check).title,
      reason,
      treatment,
      until,
      by: nameOf(by),
      at: on,
    }));
}

/** The tests that count, by the same facts as the statuses. */
async function countedTests(
  tx: Tx,
  { companyId, days, head, at, nameOf }: Moment,
  among: ReadonlySet<number>,
): Promise<RecordedActs["tests"]> {
  const { collectedFrom: from, collectedBefore } = momentsOf(days);
  const before = collectedBefore ?? (from && at);
  const found = await readTests(tx, companyId, { size: head.size, from, before, among });
  const counted = [...found].flatMap(([check, tests]) => testsThatCount(tests, at).map((test) => ({ check, test })));
  const indexes = counted.map(({ test }) => test.ledgerIndex ?? -1);
  const { rows } = await sql<{ index: number; source: string; by: string; exhibits: number[] }>`
    SELECT t.ledger_index AS index, t.population_source AS source, t.tested_by AS by,
      coalesce((SELECT jsonb_agg(x.number ORDER BY x.number) FROM app.manual_test_exhibits x
        WHERE x.company_id = t.company_id AND x.test_id = t.id), '[]') AS exhibits
    FROM app.manual_tests t WHERE t.company_id = ${companyId} AND t.ledger_index = ANY (${indexes}::bigint[])`.execute(
    tx,
  );
  const byIndex = new Map(rows.map((row) => [row.index, row]));
  return counted.flatMap(({ check, test }) => {
    const row = byIndex.get(test.ledgerIndex ?? -1);
    if (!row) return [];
    return [
      {
        check: getCheck(check).title,
        part: partsOf(check).find(({ aspect }) => aspect === test.aspect)?.title ?? null,
        conclusion: test.reason,
        source: row.source,
        exhibits: row.exhibits.filter((number) => among.has(number)).map(formatExhibitNumber),
        by: nameOf(row.by),
        at: test.testedAt,
        until: lastDay(test.validUntil),
      },
    ];
  });
}

/** What ends at this instant counts on the day before, where it ends with a day. */
const lastDay = (end: Date) => new Date(end.getTime() - 1).toISOString().slice(0, 10);

async function reviewsOf(
  tx: Tx,
  { companyId, head, at, nameOf }: Moment,
  states: readonly ControlState[],
): Promise<RecordedActs["reviews"]> {
  const onFile = states.flatMap(({ documents }) => documents.filter(({ state }) => state === "on file"));
  const numbers = onFile.flatMap(({ number }) => number ?? []);
  const isFilers = functionOf("app.is_one_person", [
    companyId,
    sql`f.filed_by`,
    sql`r.reviewed_by`,
    sql`r.reviewed_at`,
    head.size,
    null,
  ]);
  const { rows } = await sql<{ document: string; number: number; filer: string; reviewer: string; own: boolean }>`
    SELECT DISTINCT ON (f.document_id, k.number) f.document_id AS document, k.number, f.filed_by AS filer, r.reviewed_by AS reviewer,
      r.own OR ${isFilers} AS own
    FROM app.document_filings f
    JOIN app.evidence_controls k ON k.company_id = f.company_id AND k.evidence_id = f.evidence_id AND k.control_id = f.control_id
    JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id AND r.accepted AND r.ledger_index < ${head.size}
      AND r.reviewed_at <= ${at} AND (r.withdrawn_at IS NULL OR r.withdrawn_index >= ${head.size})
    WHERE f.company_id = ${companyId} AND k.number = ANY (${numbers}::bigint[]) AND f.ledger_index < ${head.size}
      AND (f.withdrawn_at IS NULL OR f.withdrawn_index >= ${head.size})
    ORDER BY f.document_id, k.number, r.ledger_index DESC`.execute(tx);
  return new Map(
    rows.map(({ document, number, filer, reviewer, own }) => [
      `${document} ${formatExhibitNumber(number)}`,
      { filedBy: nameOf(filer), reviewedBy: nameOf(reviewer), own },
    ]),
  );
}
