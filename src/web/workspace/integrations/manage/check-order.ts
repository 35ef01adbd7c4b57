import type { ConnectionCheck } from "../connection.ts";

const outcomes = ["fail", "unknown", "pass", "not applicable"] as const;
const severities = ["critical", "high", "medium", "low"] as const;

/** What needs somebody first: failing before unknown before the rest, and the gravest of each first. */
export function bySeverity(one: ConnectionCheck, other: ConnectionCheck): number {
  return (
    outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) ||
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    one.title.localeCompare(other.title, "en-US")
  );
}
