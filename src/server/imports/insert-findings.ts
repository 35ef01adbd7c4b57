import { RULE } from "#domain/parts/rule.ts";
import type { Tx } from "../db/as-caller.ts";
import type { JudgedFinding } from "../reading/judged-report.ts";
import type { ReadReport } from "../reading/messages.ts";

/** Findings carry their position in the file as their key, so that doing it again adds nothing. */
export async function insertFindings(
  tx: Tx,
  companyId: string,
  evidenceId: string,
  source: string,
  findings: readonly JudgedFinding[],
  from: number,
): Promise<void> {
  const rows = findings.map((finding, index) => ({
    company_id: companyId,
    evidence_id: evidenceId,
    seq: from + index,
    tool: source,
    rule: finding.rule,
    title: finding.title,
    outcome: finding.outcome,
    suppressed: finding.suppressed,
    severity: finding.severity,
    resource: finding.resource,
    message: finding.message,
    check_ids: [...finding.checkIds],
  }));
  await tx
    .insertInto("app.findings")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a report decides by one version of the rules, once: doing it again changes nothing. */
export async function insertVerdicts(
  tx: Tx,
  {
    companyId,
    evidenceId,
    judge,
  }: { readonly companyId: string; readonly evidenceId: string; readonly judge: string | null },
  judged: ReadReport,
): Promise<void> {
  if (judged.verdicts.length === 0) return;
  const rows = judged.verdicts.map((verdict) => ({
    company_id: companyId,
    evidence_id: evidenceId,
    check_id: verdict.checkId,
    aspect: verdict.aspect,
    rule: RULE,
    check_version: verdict.version,
    source: judged.source,
    outcome: verdict.outcome,
    reason: verdict.reason,
    observed_at: judged.observedAt,
    valid_until: verdict.validUntil,
    judge,
  }));
  await tx
    .insertInto("app.check_results")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
