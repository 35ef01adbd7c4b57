import { sql } from "kysely";
import { controls as library } from "#catalog/index.ts";
import { systemKinds } from "#catalog/systems.ts";
import { answerFor, decisionThatHolds, kindsOf, leftOut } from "#domain/scope.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import type { ControlState } from "#judge/control-states.ts";
import type { Tx } from "../db/as-caller.ts";
import { readScope } from "../systems/read-scope.ts";
import type { Moment, Signed } from "./recorded-acts.ts";

/** What a report leaves out, because somebody said so. */
export interface ScopeActs {
  /** Controls, documents and kinds of systems that do not apply. */
  readonly notApplicable: readonly (Signed & {
    readonly what: string;
    readonly kind: string;
    readonly reason: string;
  })[];
  readonly outOfScope: readonly (Signed & {
    readonly system: string;
    readonly kinds: string;
    readonly reason: string;
  })[];
}

/** The decisions that hold at a moment: what does not apply, and which systems are out of scope. */
export async function scopeActs(
  tx: Tx,
  { companyId, head, at, nameOf }: Moment,
  states: readonly ControlState[],
): Promise<ScopeActs> {
  const scope = await readScope(tx, companyId, { size: head.size, decidedUntil: at });
  const kinds = systemKindKeys.flatMap((kind) => {
    const { none } = answerFor(scope, kind, at);
    return none ? [{ what: systemKinds[kind].label, kind: "System kind", ...none }] : [];
  });
  const outOfScope = scope.systems.flatMap((system) => {
    const decision = leftOut(scope, system.id, at);
    const labels = kindsOf(system).map((kind) => systemKinds[kind].label);
    return decision ? [{ system: system.name, kinds: labels.join(", "), ...decision }] : [];
  });
  const signed = <Decision extends { reason: string; until: string | null; decidedBy: string; decidedAt: Date }>(
    decision: Decision,
  ) => ({ reason: decision.reason, until: decision.until, by: nameOf(decision.decidedBy), at: decision.decidedAt });
  const controls = await decidedControls(tx, { companyId, head, at }, states);
  const documents = await decidedDocuments(tx, { companyId, head, at });
  return {
    notApplicable: [...controls, ...documents, ...kinds].map((control) => ({
      what: control.what,
      kind: control.kind,
      ...signed(control),
    })),
    outOfScope: outOfScope.map((item) => ({ system: item.system, kinds: item.kinds, ...signed(item) })),
  };
}

async function decidedControls(
  tx: Tx,
  { companyId, head, at }: Omit<Moment, "nameOf" | "days">,
  states: readonly ControlState[],
) {
  const { rows } = await sql<{ id: string; applicable: boolean; reason: string; decidedBy: string; decidedAt: Date }>`
    SELECT DISTINCT ON (d.control_id) d.control_id AS id, d.applicable, d.reason, d.decided_by AS "decidedBy", d.decided_at AS "decidedAt"
    FROM app.applicability_decisions d
    WHERE d.company_id = ${companyId} AND d.ledger_index < ${head.size} AND d.decided_at <= ${at}
    ORDER BY d.control_id, d.decided_at DESC`.execute(tx);
  return states.flatMap(({ control }) => {
    const row = rows.find(({ id, applicable }) => id === control.id && !applicable);
    return row ? [{ what: control.title, kind: "Control", until: null, ...row }] : [];
  });
}

async function decidedDocuments(tx: Tx, { companyId, head, at }: Omit<Moment, "nameOf" | "days">) {
  const { rows } = await sql<{
    id: string;
    declared: boolean;
    reason: string;
    until: string | null;
    ledgerIndex: number;
    decidedBy: string;
    decidedAt: Date;
  }>`
    SELECT DISTINCT ON (d.document_id) d.document_id AS id, d.declared, d.reason, to_char(d.until, 'YYYY-MM-DD') AS until,
      d.ledger_index AS "ledgerIndex", d.decided_by AS "decidedBy", d.decided_at AS "decidedAt"
    FROM app.scope_decisions d
    WHERE d.company_id = ${companyId} AND d.document_id IS NOT NULL AND d.ledger_index < ${head.size} AND d.decided_at <= ${at}
    ORDER BY d.document_id, d.ledger_index DESC, d.decided_at DESC, d.id`.execute(tx);
  const expected = library.flatMap(({ expectedEvidence }) => expectedEvidence);
  return expected.flatMap(({ id, title }) => {
    const decision = decisionThatHolds(
      rows.filter((row) => row.id === id),
      at,
    );
    return decision ? [{ what: title, kind: "Document", ...decision }] : [];
  });
}
