import type { Finding } from "./finding.ts";

const GRAVEST_FIRST = ["critical", "high", "medium", "low", "informational"];

/** The most severe of at least one finding; among equals the first by rule and resource, so that order plays no part. */
export function gravest(findings: readonly Finding[]): Finding {
  return findings.reduce((worst, finding) => (isGraver(finding, worst) ? finding : worst));
}

function isGraver(a: Finding, b: Finding): boolean {
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  const differing = TIE_BREAKERS.find((field) => a[field] !== b[field]);
  return differing !== undefined && a[differing] < b[differing];
}

const TIE_BREAKERS = ["rule", "resource", "message", "title", "uid"] as const;

function rank({ severity }: Finding): number {
  const place = GRAVEST_FIRST.indexOf(severity.toLowerCase());
  return place === -1 ? GRAVEST_FIRST.length : place;
}

/** What a finding says, short enough for a sentence and without its full stop. */
export function clause({ message, title, rule }: Finding): string {
  const whole = (message || title || rule).replace(/\s+/g, " ").replace(/(?<![.\s])[.\s]+$/, "");
  const characters = Array.from(whole);
  return characters.length > 200 ? `${characters.slice(0, 199).join("").trimEnd()}…` : whole;
}

/** Up to three of them by name, the rest as a number; sorted, each once. */
export function names(rules: readonly string[]): string {
  const all = [...new Set(rules)].sort();
  return all.length > 3 ? `${all.slice(0, 3).join(", ")} and ${all.length - 3} more` : all.join(", ");
}

/** "1 result", "5 results". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
