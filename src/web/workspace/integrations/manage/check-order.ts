import type { ConnectionCheck } from "../connection.ts";

const outcomes = ["fail", "unknown", "pass", "not applicable"] as const;
const severities = ["critical", "high", "medium", "low"] as const;

/** What needs somebody first: failing before unknown before the rest, and the gravest of each first. */
export function bySeverity(a: ConnectionCheck, b: ConnectionCheck): number {
  return (
    outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    a.title.localeCompare(b.title, "en-US")
  );
}
