import type { RuleText, TestResult } from "./results.ts";

/** Publishers whose benchmarks are hardening standards: the SCAP Security Guide, CIS, and DISA's STIGs. */
const PUBLISHERS = /^xccdf_(?:org\.ssgproject\.content|org\.cisecurity\.benchmarks|mil\.disa\.stig)_benchmark_/;
/** Severities below the highest that XCCDF has. Whatever else a rule says of itself counts as high. */
const LESSER: ReadonlySet<string> = new Set(["info", "low", "medium"]);

/**
 * Why a run does not show that a host meets a hardening benchmark; empty where it may. The rule, plainly: each rule that the
 * profile selected counts, and one that fails fails the benchmark, whatever its severity. It is met only by a benchmark of
 * a known publisher, run by a profile of its own that nobody tailored, whose rules stand in the file, and of which every rule of high
 * (or no known) severity was selected and came to a result: what a profile leaves out is not met.
 */
export function doubtsOf(run: TestResult, rules: ReadonlyMap<string, RuleText>): string[] {
  if (!PUBLISHERS.test(run.benchmark)) return ["the benchmark is none of a publisher that we know"];
  if (run.profile === "") return ["the run names no profile"];
  if (run.tailored) return ["the benchmark was tailored for this run"];
  if (rules.size === 0) return ["the benchmark’s own rules are not in the file"];
  const severities = new Map([...rules].map(([id, { severity }]) => [id, [severity]]));
  // What a result does not say again is what its rule says.
  for (const { rule, severity } of run.rules) if (severity !== "") severities.get(rule)?.push(severity);
  const came = new Set(run.rules.filter(({ result }) => result !== "notselected").map(({ rule }) => rule));
  const left = [...severities].filter(
    ([id, own]) => !came.has(id) && own.some((item) => item === "" || !LESSER.has(item)),
  );
  if (left.length === 0) return [];
  return [`the profile left out ${left.length} ${left.length === 1 ? "rule" : "rules"} of high severity`];
}
