import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { controls as library } from "#catalog/index.ts";
import type { Control } from "#catalog/types.ts";
import { needOf } from "#domain/control-needs.ts";
import type { ControlNeed } from "#domain/control-needs.ts";
import { controlStatus, statusEnd } from "#domain/control-status.ts";
import type { ControlFacts, ControlVerdict, StatusEnd } from "#domain/control-status.ts";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { readTests } from "../manual-tests/read-tests.ts";
import { readScope } from "../systems/read-scope.ts";
import { combineChecks, isUnread, resultOf } from "./check-states.ts";
import type { CheckState } from "./check-states.ts";
import { resultFrom } from "./results.ts";
import type { Result } from "./results.ts";

/** A control of the library with what is on file for it and what follows from that. */
export interface ControlState extends ControlVerdict {
  readonly control: Control;
  readonly evidenceCount: number;
  readonly latestNumber: number | null;
  readonly lastTestedAt: Date | null;
  /** Its checks that are asked of systems, and those that a person tested; the others are decided by registers. */
  readonly checks: readonly CheckState[];
  /** What would make it pass; null when it does or does not apply. */
  readonly need: ControlNeed | null;
  /** When this status ends if nothing happens. */
  readonly end: StatusEnd | null;
}

/**
 * The status of the 22 controls at `now`, from the evidence and check results that are valid then. Reads a bounded
 * number of rows however much is on file.
 */
export async function readControlStates(tx: Tx, companyId: string, now: Date): Promise<ControlState[]> {
  const [results, scope] = [await newestResults(tx, companyId, now), await readScope(tx, companyId)];
  const checks = combineChecks(results, scope, now, await readTests(tx, companyId));
  const evidence = await evidenceByControl(tx, companyId, now);
  return judgeControls(now, checks, evidence, await decisionsByControl(tx, companyId));
}

/**
 * The status of the 22 controls at `now`, from what the ledger's first `size` entries speak of and nothing later. Takes
 * the items, because whoever asks lists all of them anyway.
 */
export async function readControlStatesAt(
  tx: Tx,
  companyId: string,
  now: Date,
  size: number,
  items: readonly ItemOfLedger[],
  narrowed: Narrowed = {},
): Promise<ControlState[]> {
  const scope = await readScope(tx, companyId, { size, decidedUntil: narrowed.decidedUntil });
  const { collectedFrom: from, collectedBefore, decidedUntil } = narrowed;
  const numbers = new Set(items.map(({ number }) => number));
  const tests = await readTests(tx, companyId, { size, from, before: collectedBefore ?? decidedUntil, among: numbers });
  const checks = combineChecks(await newestResults(tx, companyId, now, size, narrowed), scope, now, tests);
  const evidence = new Map<string, Filed>();
  for (const { controls, ...about } of items) {
    for (const { id: control, validUntil } of controls) {
      const item = { ...about, validUntil };
      const { count, newest, valid } = evidence.get(control) ?? { count: 0, newest: null, valid: null };
      const superseded = about.supersededBy !== null && about.supersededBy < size;
      const lasts = !superseded && item.validUntil > now && (!valid || item.validUntil >= valid.validUntil);
      evidence.set(control, {
        count: count + 1,
        newest: newest && newest.number > item.number ? newest : item,
        valid: lasts ? item : valid,
      });
    }
  }
  return judgeControls(now, checks, evidence, await decisionsByControl(tx, companyId, size, narrowed.decidedUntil));
}

/** What a judgement may rest on besides the ledger's beginning: everything there where nothing is said. */
interface Narrowed {
  /** When the items that results rest on were collected: from the one moment on, and before the other. */
  readonly collectedFrom?: Date | undefined;
  readonly collectedBefore?: Date | undefined;
  readonly decidedUntil?: Date;
}

/** What follows for the 22 controls from their checks, items and decisions, by control. */
export function judgeControls(
  now: Date,
  checks: readonly CheckState[],
  evidence: ReadonlyMap<string, Filed>,
  decisions: ReadonlyMap<string, { applicable: boolean; reason: string }>,
): ControlState[] {
  return library.map((control) => {
    const own = checks.filter((check) => control.checks.some((one) => one.id === check.checkId));
    const results = own.map(resultOf);
    const filed = evidence.get(control.id);
    const decision = decisions.get(control.id);
    const facts: ControlFacts = {
      now,
      applicability: decision && { applicable: decision.applicable, reason: decision.reason },
      checks: results.filter((result) => result !== null),
      unread: own.filter((check) => isUnread(check)).map(({ title, reason }) => ({ title, reason })),
      evidence: {
        count: filed?.count ?? 0,
        valid: filed?.valid ?? null,
        expired: filed?.newest && filed.newest.validUntil <= now ? filed.newest : null,
      },
    };
    const observed = own.flatMap(({ answers }) => answers.map(({ observedAt }) => observedAt.getTime()));
    return {
      ...controlStatus(facts),
      need: needOf(facts),
      end: statusEnd(facts),
      control,
      evidenceCount: filed?.count ?? 0,
      latestNumber: filed?.newest?.number ?? null,
      lastTestedAt: observed.length > 0 ? new Date(Math.max(...observed)) : (filed?.newest?.filedAt ?? null),
      checks: own,
    };
  });
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

/** An item as a judgement needs it. */
export interface FiledItem {
  readonly number: number;
  readonly name: string;
  readonly validUntil: Date;
  readonly filedAt: Date;
}

/** An item with the time until which each control may rely on it: their cadences differ. */
interface ItemOfLedger extends Omit<FiledItem, "validUntil"> {
  /** Ledger index of the item that took its place. */
  readonly supersededBy: number | null;
  readonly controls: readonly { readonly id: string; readonly validUntil: Date }[];
}

/** What is on file under one control. */
export interface Filed {
  readonly count: number;
  readonly newest: FiledItem | null;
  /** The valid item that lasts longest. */
  readonly valid: FiledItem | null;
}

async function evidenceByControl(tx: Tx, companyId: string, now: Date): Promise<Map<string, Filed>> {
  const { rows } = await sql<{
    control_id: string;
    evidence_count: number;
    n_number: number | null;
    n_name: string;
    n_until: Date;
    n_filed: Date;
    v_number: number | null;
    v_name: string;
    v_until: Date;
    v_filed: Date;
  }>`SELECT t.control_id, t.evidence_count,
      n.number AS n_number, ne.name AS n_name, n.valid_until AS n_until, ne.filed_at AS n_filed,
      v.number AS v_number, ve.name AS v_name, v.valid_until AS v_until, ve.filed_at AS v_filed
    FROM app.control_totals t
    LEFT JOIN LATERAL (SELECT evidence_id, number, valid_until FROM app.evidence_controls c
      WHERE c.company_id = ${companyId} AND c.control_id = t.control_id ORDER BY c.number DESC LIMIT 1) n ON true
    LEFT JOIN app.evidence ne ON ne.company_id = ${companyId} AND ne.id = n.evidence_id
    LEFT JOIN LATERAL (SELECT evidence_id, number, valid_until FROM app.evidence_controls c
      WHERE c.company_id = ${companyId} AND c.control_id = t.control_id AND c.valid_until > ${now}
        AND c.superseded_by IS NULL ORDER BY c.valid_until DESC, c.number DESC LIMIT 1) v ON true
    LEFT JOIN app.evidence ve ON ve.company_id = ${companyId} AND ve.id = v.evidence_id
    WHERE t.company_id = ${companyId}`.execute(tx);
  const item = (number: number | null, name: string, validUntil: Date, filedAt: Date): FiledItem | null =>
    number === null ? null : { number, name, validUntil, filedAt };
  return new Map(
    rows.map((row) => [
      row.control_id,
      {
        count: row.evidence_count,
        newest: item(row.n_number, row.n_name, row.n_until, row.n_filed),
        valid: item(row.v_number, row.v_name, row.v_until, row.v_filed),
      },
    ]),
  );
}

async function decisionsByControl(tx: Tx, companyId: string, size?: number, until?: Date) {
  const known = until === undefined ? sql`true` : sql`d.decided_at <= ${until}`;
  const { rows } = await sql<{ control_id: string; applicable: boolean; reason: string }>`
    SELECT DISTINCT ON (d.control_id) d.control_id, d.applicable, d.reason FROM app.applicability_decisions d
    WHERE d.company_id = ${companyId} ${within(sql`d`, size)} AND ${known} ORDER BY d.control_id, d.decided_at DESC`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.control_id, row]));
}
