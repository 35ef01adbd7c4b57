import { rulesOf } from "#catalog/finding-rules/rule-sets.ts";
import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { providers } from "#catalog/providers.ts";
import { readReport } from "#connectors/importers.ts";
import type { FileResult } from "#connectors/importers.ts";
import type { NoAnswer, ReportAnswer, ReportQuestion } from "#domain/judge/contract.ts";
import type { RuleSet } from "#domain/rule-set.ts";
import { withoutMark } from "#domain/report-target.ts";
import { judgeReport } from "#domain/verdict.ts";
import type { PartVerdict } from "#domain/verdict.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";

/** What is known of a report beside its text. */
interface Arrival {
  readonly receivedAt: Date;
  /** What it looked at, as was proved or said; without it the report itself has to say so, or it passes nothing. */
  readonly target: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** What a report says of parts of checks. */
export interface SaidByReport {
  /** The rules that it was judged by. */
  readonly sets: readonly RuleSet[];
  readonly source: string;
  readonly observedAt: Date;
  readonly verdicts: readonly PartVerdict[];
}

/** Judges a report that was read. */
export function judgeRead(
  { importer, report }: Extract<FileResult, { readonly ok: true }>,
  { receivedAt, target, sha256 }: Arrival,
): SaidByReport {
  const { ran, findings } = report;
  // What was proved says the target alone: a file names its tool and what it looked at as it likes.
  const [tool, scope] = [withoutMark(report.tool), withoutMark(report.scope)];
  const sets = rulesOf({ format: importer.id, tool, findings: findings.length, ran });
  const isKnown = target !== "" || report.targetNamed;
  const doubts = [
    ...(report.doubts ?? []),
    ...(isKnown ? [] : ["nothing says which repository, account or host it is about"]),
  ];
  const verdicts = judgeReport(sets, findings, doubts);
  return {
    sets,
    verdicts,
    source: sourceOf(tool, scopeOf(scope, target, isKnown || verdicts.length === 0 ? undefined : sha256)),
    // A report that claims the future is taken as of its arrival: it must not stay valid for longer.
    observedAt: report.observedAt && report.observedAt < receivedAt ? report.observedAt : receivedAt,
  };
}

/** What a report looked at: as was proved or said, and as it says itself. One that nobody knows is told apart by its bytes. */
function scopeOf(scope: string, target: string, unknown: string | undefined): string {
  const names = [target, scope === target ? "" : scope].filter(Boolean);
  if (unknown !== undefined) names.push(`unknown target ${unknown.slice(0, 12)}`);
  return names.join(", ");
}

/**
 * Files name their tools as they like. Under the name of a provider speak its connections alone, and under that of the
 * registers the company itself: their results none may replace.
 */
function sourceOf(tool: string, scope: string): string {
  const own = scope === "" ? tool : `${tool} (${scope})`;
  const isProvider = providers.some(({ name }) => own.toLowerCase().startsWith(`${name.toLowerCase()} `));
  return isProvider || isOfRegisters(own) ? `Report by ${own}` : own;
}

/** What another tool's report says of parts of checks, of what, and when it looked. */
export function judgeReportText({ instant, input }: ReportQuestion): ReportAnswer | NoAnswer {
  const { text, sha256, target, mapping } = input;
  const read = readReport(text, mapping ?? undefined);
  if (!read.ok) return { kind: "none", reason: "this is no report that can be read" };
  const { source, observedAt, verdicts } = judgeRead(read, { receivedAt: new Date(instant), target, sha256 });
  return {
    kind: "report",
    source,
    observedAt: observedAt.toISOString(),
    parts: verdicts.map(({ checkId, aspect, outcome, reason }) => ({
      check: checkId,
      aspect: aspect === "" ? null : aspect,
      outcome,
      reason,
      validForDays: resultValidForDays(controlOfCheck(checkId)),
    })),
  };
}
