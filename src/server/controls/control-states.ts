import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { combineChecks } from "#judge/check-states.ts";
import type { Result } from "#judge/check-states.ts";
import { judgeControls } from "#judge/control-states.ts";
import type { ControlState, Filed, FiledItem } from "#judge/control-states.ts";
import { documentsOf } from "#judge/document-states.ts";
import type { DocumentFacts } from "#judge/document-states.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import type { TestsByCheck } from "#domain/manual-tests/decide.ts";
import type { Scope } from "#domain/scope.ts";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { readDocumentFacts, readFrameworks } from "../documents/document-facts.ts";
import { readTests } from "../manual-tests/read-tests.ts";
import { readScope } from "../systems/read-scope.ts";
import { resultFrom } from "./results.ts";

/** The status of the 22 controls at `now`. Reads a bounded number of rows however much is on file. */
export async function readControlStates(tx: Tx, companyId: string, now: Date): Promise<ControlState[]> {
  const [results, scope] = [await newestResults(tx, companyId, now), await readScope(tx, companyId)];
  const frameworks = await readFrameworks(tx);
  return judgeControls({
    frameworks,
    checks: combineChecks(results, scope, now, await readTests(tx, companyId)),
    documents: documentsOf(await readDocumentFacts(tx, companyId, { now }), results, frameworks, now),
    evidence: await evidenceByControl(tx, companyId),
    decisions: await decisionsByControl(tx, companyId),
  });
}

/** Everything that decided the 22 controls at one moment, as it was read. */
export interface DecidingFacts extends DocumentFacts {
  readonly now: Date;
  readonly frameworks: readonly FrameworkKey[];
  readonly results: readonly Result[];
  readonly scope: Scope;
  readonly tests: TestsByCheck;
  readonly evidence: ReadonlyMap<string, Filed>;
  readonly decisions: ReadonlyMap<string, Decision>;
}

interface Decision {
  readonly applicable: boolean;
  readonly reason: string;
  /** Its place in the ledger. */
  readonly ledgerIndex: number;
}

/**
 * What decides the 22 controls at `now`, from what the ledger's first `size` entries speak of and nothing later, for the frameworks of
 * today. Takes the items, because the caller lists all of them anyway.
 */
export async function readFactsAt(
  tx: Tx,
  companyId: string,
  now: Date,
  size: number,
  items: readonly ItemOfLedger[],
  narrowed: Narrowed = {},
): Promise<DecidingFacts> {
  const { collectedFrom: from, collectedBefore, decidedUntil } = narrowed;
  const scope = await readScope(tx, companyId, { size, decidedUntil });
  const among = new Set(items.map(({ number }) => number));
  const tests = await readTests(tx, companyId, { size, from, before: collectedBefore ?? decidedUntil, among });
  const evidence = new Map<string, Filed>();
  for (const { controls, number, filedAt } of items) {
    for (const control of controls) {
      const { count, newest } = evidence.get(control) ?? { count: 0, newest: null };
      evidence.set(control, {
        count: count + 1,
        newest: newest && newest.number > number ? newest : { number, filedAt },
      });
    }
  }
  return {
    now,
    scope,
    tests,
    evidence,
    frameworks: await readFrameworks(tx),
    results: await newestResults(tx, companyId, now, size, narrowed),
    ...(await readDocumentFacts(tx, companyId, { now, size, until: decidedUntil, among })),
    decisions: await decisionsByControl(tx, companyId, size, decidedUntil),
  };
}

/** The status of the 22 controls from what decides them. */
export function judgeFacts({
  now,
  frameworks,
  results,
  scope,
  tests,
  evidence,
  decisions,
  ...documents
}: DecidingFacts) {
  return judgeControls({
    frameworks,
    checks: combineChecks(results, scope, now, tests),
    documents: documentsOf(documents, results, frameworks, now),
    evidence,
    decisions,
  });
}

/** What a judgement may rest on besides the ledger's beginning: everything there where nothing is said. */
interface Narrowed {
  /** When the items that results rest on were collected: from the one moment on, and before the other. */
  readonly collectedFrom?: Date | undefined;
  readonly collectedBefore?: Date | undefined;
  readonly decidedUntil?: Date;
}

/** Rows that the first `size` entries of the ledger speak of. */
const within = (row: RawBuilder<unknown>, size: number | undefined) =>
  size === undefined ? sql`` : sql`AND ${row}.ledger_index < ${size}`;

async function newestResults(
  tx: Tx,
  companyId: string,
  now: Date,
  size?: number,
  { collectedFrom, collectedBefore }: Narrowed = {},
): Promise<Result[]> {
  const among = [companyId, now, size ?? null, collectedFrom ?? null, collectedBefore ?? null] as const;
  const results = functionOf("app.newest_results", [...among]).as("r");
  const rows = await tx
    .selectFrom(results)
    .selectAll()
    .orderBy("check_id")
    .orderBy("aspect")
    .orderBy("source")
    .execute();
  return rows.map(resultFrom);
}

/** An item with the controls that it is filed under. */
export interface ItemOfLedger extends FiledItem {
  readonly controls: readonly string[];
}

async function evidenceByControl(tx: Tx, companyId: string): Promise<Map<string, Filed>> {
  const { rows } = await sql<{ control_id: string; evidence_count: number; number: number | null; filed_at: Date }>`
    SELECT t.control_id, t.evidence_count, n.number, e.filed_at
    FROM app.control_totals t
    LEFT JOIN LATERAL (SELECT c.evidence_id, c.number FROM app.evidence_controls c
      WHERE c.company_id = ${companyId} AND c.control_id = t.control_id ORDER BY c.number DESC LIMIT 1) n ON true
    LEFT JOIN app.evidence e ON e.company_id = ${companyId} AND e.id = n.evidence_id
    WHERE t.company_id = ${companyId}`.execute(tx);
  return new Map(
    rows.map(({ control_id: id, evidence_count: count, number, filed_at: filedAt }) => [
      id,
      { count, newest: number === null ? null : { number, filedAt } },
    ]),
  );
}

async function decisionsByControl(tx: Tx, companyId: string, size?: number, until?: Date) {
  const known = until === undefined ? sql`true` : sql`d.decided_at <= ${until}`;
  const { rows } = await sql<Decision & { control_id: string }>`
    SELECT DISTINCT ON (d.control_id) d.control_id, d.applicable, d.reason, d.ledger_index AS "ledgerIndex" FROM app.applicability_decisions d
    WHERE d.company_id = ${companyId} ${within(sql`d`, size)} AND ${known} ORDER BY d.control_id, d.decided_at DESC`.execute(
    tx,
  );
  return new Map(rows.map(({ control_id: id, ...decision }) => [id, decision]));
}
