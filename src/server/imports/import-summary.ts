import { sql } from "kysely";
import { controlOfCheck, getCheck } from "#catalog/index.ts";
import type { Tx } from "../db/as-caller.ts";
import { readControlStates } from "../controls/control-states.ts";

const MOST_FAILING = 50;

interface Judged {
  readonly evidence_id: string;
  readonly source: string;
  readonly rules_version: number;
  readonly counted: Readonly<Record<string, number>>;
}

/** What came of an import that is done: counts, what each check came to, what fails, and each control now. */
export async function readSummary(
  tx: Tx,
  companyId: string,
  { evidence_id, source, rules_version, counted }: Judged,
  now: Date,
) {
  const { rows: counts } = await sql<{
    findings: number;
    mapped: number;
    pass: number;
    fail: number;
    unknown: number;
    notApplicable: number;
    notLookedAt: number;
    suppressed: number;
  }>`SELECT count(*) AS findings, count(*) FILTER (WHERE check_ids <> '{}') AS mapped,
      count(*) FILTER (WHERE outcome = 'pass' AND NOT suppressed) AS pass,
      count(*) FILTER (WHERE outcome = 'fail' AND NOT suppressed) AS fail,
      count(*) FILTER (WHERE outcome = 'unknown' AND NOT suppressed) AS unknown,
      count(*) FILTER (WHERE outcome = 'not applicable' AND NOT suppressed) AS "notApplicable",
      count(*) FILTER (WHERE outcome = 'not looked at' AND NOT suppressed) AS "notLookedAt",
      count(*) FILTER (WHERE suppressed) AS suppressed
    FROM app.findings WHERE company_id = ${companyId} AND evidence_id = ${evidence_id}`.execute(tx);
  const { findings, mapped, ...outcomes } = counts[0]!;
  const checks = await tx
    .selectFrom("app.check_results")
    .select(["check_id", "outcome", "reason"])
    // Several parts of a check that the report says the same of are one line.
    .distinct()
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", evidence_id)
    // What earlier rules said of it is history.
    .where("check_version", "=", rules_version)
    .orderBy("check_id")
    .orderBy("outcome")
    .orderBy("reason")
    .execute();
  const touched = new Set(checks.map((check) => controlOfCheck(check.check_id).id));
  const states = (await readControlStates(tx, companyId, now)).filter((state) => touched.has(state.control.id));
  return {
    tool: source,
    findings,
    mapped,
    outcomes,
    counted,
    checks: checks.map((check) => ({
      checkId: check.check_id,
      title: getCheck(check.check_id).title,
      controlId: controlOfCheck(check.check_id).id,
      outcome: check.outcome as "pass" | "fail" | "unknown" | "not applicable",
      reason: check.reason,
    })),
    controls: states.map((state) => ({
      controlId: state.control.id,
      title: state.control.title,
      status: state.status,
      reason: state.reason,
    })),
    failing: await readFailing(tx, companyId, evidence_id),
  };
}

/** What fails, as the file has it: what a check knows before the rest, the gravest first. */
async function readFailing(tx: Tx, companyId: string, evidenceId: string) {
  const { rows } = await sql<{
    rule: string;
    title: string;
    severity: string;
    resource: string;
    message: string;
    known: boolean;
  }>`SELECT rule, title, severity, resource, message, check_ids <> '{}' AS known FROM app.findings
    WHERE company_id = ${companyId} AND evidence_id = ${evidenceId} AND outcome = 'fail' AND NOT suppressed
    ORDER BY known DESC, array_position(ARRAY['critical', 'high', 'medium', 'low', 'informational'], lower(severity)), seq
    LIMIT ${MOST_FAILING}`.execute(tx);
  return rows;
}
