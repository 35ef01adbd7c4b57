import { rulesOf } from "#catalog/finding-rules/rule-sets.ts";
import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { readReport } from "#connectors/importers.ts";
import type { Finding } from "#domain/finding.ts";
import type { CheckVerdict } from "#domain/verdict.ts";
import { judgeReport } from "#domain/verdict.ts";

const DAY = 24 * 60 * 60 * 1000;

/** A report that was read and judged: pure work, the same every time it is done over. */
export interface JudgedReport {
  readonly format: "prowler-ocsf" | "sarif";
  readonly formatName: string;
  readonly tool: string;
  /** Tool and what it looked at: a newer result replaces an older one of the same source, never of another account. */
  readonly source: string;
  readonly observedAt: Date;
  readonly findings: readonly (Finding & { readonly checkIds: readonly string[] })[];
  readonly verdicts: readonly (CheckVerdict & { readonly validUntil: Date })[];
  /** Controls that the report decides something about; it is filed under these, and may be under none. */
  readonly controls: readonly string[];
}

/** Reads and judges the bytes of a report; undefined when they have no format that can be imported. */
export function judgeFile(bytes: Uint8Array, receivedAt: Date): JudgedReport | undefined {
  const read = readReport(new TextDecoder().decode(bytes));
  if (!read) return undefined;
  const { importer, report } = read;
  const { sets, alwaysJudged } = rulesOf(importer.id, report.tool);
  // A report that claims the future is taken as of its arrival: it must not stay valid for longer.
  const observedAt = report.observedAt && report.observedAt < receivedAt ? report.observedAt : receivedAt;
  const verdicts = judgeReport(sets, report.findings, alwaysJudged).map((verdict) => ({
    ...verdict,
    validUntil: new Date(observedAt.getTime() + resultValidForDays(controlOfCheck(verdict.checkId)) * DAY),
  }));
  const decided = verdicts.filter((verdict) => verdict.outcome !== "not applicable");
  return {
    format: importer.id,
    formatName: importer.name,
    tool: report.tool,
    source: report.scope === "" ? report.tool : `${report.tool} (${report.scope})`,
    observedAt,
    findings: report.findings.map((finding) => ({
      ...finding,
      checkIds: sets.filter((set) => set.matches(finding.rule, finding.tool)).map((set) => set.checkId),
    })),
    verdicts,
    controls: [...new Set(decided.map((verdict) => controlOfCheck(verdict.checkId).id))].sort(),
  };
}
