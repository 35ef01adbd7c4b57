import { controlOfCheck, getCheck } from "#catalog/index.ts";
import type { JudgedReport } from "./judged-report.ts";

const MOST_FAILING = 50;
const GRAVEST_FIRST = ["critical", "high", "medium", "low", "informational"];

/** What a report came to, told to whoever sent it before its findings are on file. */
export function receiptOf({ source, findings, counted, verdicts }: JudgedReport) {
  const open = findings.filter(({ suppressed }) => !suppressed);
  const are = (outcome: string) => open.filter((item) => item.outcome === outcome).length;
  const failing = open.filter(({ outcome }) => outcome === "fail");
  return {
    tool: source,
    findings: findings.length,
    mapped: findings.filter(({ checkIds }) => checkIds.length > 0).length,
    outcomes: {
      pass: are("pass"),
      fail: are("fail"),
      unknown: are("unknown"),
      notApplicable: are("not applicable"),
      notLookedAt: are("not looked at"),
      suppressed: findings.length - open.length,
    },
    counted: { ...counted },
    checks: onceEach(verdicts)
      .toSorted((a, b) => (a.checkId < b.checkId ? -1 : 1))
      .map(({ checkId, outcome, reason }) => ({
        checkId,
        title: getCheck(checkId).title,
        controlId: controlOfCheck(checkId).id,
        outcome,
        reason,
      })),
    failing: failing
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .slice(0, MOST_FAILING)
      .map(({ rule, title, severity, resource, message, checkIds }) => ({
        rule,
        title,
        severity,
        resource,
        message,
        known: checkIds.length > 0,
      })),
  };
}

/** Several parts of a check that the report says the same of are one line. */
function onceEach(verdicts: JudgedReport["verdicts"]): JudgedReport["verdicts"] {
  const lines = verdicts.map(
    (verdict) => [JSON.stringify([verdict.checkId, verdict.outcome, verdict.reason]), verdict] as const,
  );
  return [...new Map(lines).values()];
}

/** First what a check knows, then by severity; words of a tool's own come last. */
function placeOf({ severity, checkIds }: JudgedReport["findings"][number]): number {
  const rank = GRAVEST_FIRST.indexOf(severity.toLowerCase());
  return (checkIds.length > 0 ? 0 : 100) + (rank === -1 ? GRAVEST_FIRST.length : rank);
}
