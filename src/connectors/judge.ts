import type { CheckOutcome, PartVerdict } from "#domain/verdict.ts";
import type { ConnectorCheck, ConnectorCheckResult, Observation } from "./check.ts";
import type { EvidenceItem, Settings, StepReport } from "./connector.ts";
import { firstEndIn, leftOutIn, leftOutWords } from "./exceptions.ts";
import type { Exception } from "./exceptions.ts";
import type { SettingSet } from "./who-set.ts";

/** What a run brought, as checks are judged from it. */
export interface Collected {
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
  readonly settings: Settings;
  /** Who set them, as the run found it. */
  readonly settingsSet?: readonly SettingSet[] | undefined;
  /** Decisions that leave resources out, as the run found them. */
  readonly exceptions?: readonly Exception[] | undefined;
  readonly now: Date;
}

/**
 * Judges every check from what was collected. Whatever fails, fails, even when not all was seen. Otherwise a check with a step
 * that is not complete, or with a resource that could not be read, is unknown; one that met nothing does not apply; the rest
 * passes. What a decision leaves out is named in each reason. In the order of `checks`.
 */
export function judgeChecks(checks: readonly ConnectorCheck[], collected: Collected): ConnectorCheckResult[] {
  const byKind = Map.groupBy(collected.items, (item) => item.kind);
  const byStep = new Map(collected.steps.map((report) => [report.step, report]));
  const facts = {
    items: (kind: string) => byKind.get(kind) ?? [],
    step: (id: string) => byStep.get(id),
    settings: collected.settings,
    settingsSet: collected.settingsSet,
    exceptions: collected.exceptions,
    now: collected.now,
  };
  return checks.map((check) => {
    const observations = check.judge(facts);
    const [outcome, reason] = conclude(check, observations, byStep);
    const words = check.restsOn?.(facts) ?? "";
    const said = `${reason}${leftOutWords(leftOutIn(observations))}${words === "" ? "" : ` ${words}`}`;
    return { checkId: check.id, version: check.version, outcome, reason: said, observations };
  });
}

function conclude(
  check: ConnectorCheck,
  observations: readonly Observation[],
  steps: ReadonlyMap<string, StepReport>,
): [CheckOutcome, string] {
  const of = (outcome: CheckOutcome) => observations.filter((observation) => observation.outcome === outcome);
  const failing = of("fail");
  if (failing.length > 0) return ["fail", some(failing, observations.length)];
  const open = check.steps.filter((id) => steps.get(id)?.status !== "complete");
  if (open.length > 0) return ["unknown", `Not decided: ${open.map((id) => gap(id, steps.get(id))).join("; ")}.`];
  const unknown = of("unknown");
  if (unknown.length > 0) return ["unknown", some(unknown, observations.length)];
  const passing = of("pass");
  if (passing.length === 0) {
    // What decisions leave out follows; the first of the others says why it does not apply.
    const other = observations.find((item) => item.leftOut === undefined);
    if (!other && observations.length > 0) return ["not applicable", "Decisions leave out all there is."];
    return ["not applicable", other ? sentence(other.observed) : "There is nothing of the kind."];
  }
  const [only] = passing;
  return [
    "pass",
    passing.length === 1
      ? `${only!.resource.label}: ${only!.observed}.`
      : `All ${passing.length} are as expected: ${only!.wanted}.`,
  ];
}

/** Why a step says nothing, for whoever has to grant something, and the vendor's answer for whoever looks it up. */
function gap(id: string, report: StepReport | undefined): string {
  const what = id.replaceAll(/[-_.]/g, " ");
  if (!report || report.status === "complete") return `${what} was not collected`;
  const needs = report.missing.length > 0 ? `, which needs ${report.missing.join(", ")}` : "";
  const answer = report.detail === "" ? "" : ` (${report.detail.replace(/\.$/, "")})`;
  return `${gaps[report.status](what)}${needs}${answer}`;
}

const gaps: Readonly<Record<Exclude<StepReport["status"], "complete">, (what: string) => string>> = {
  denied: (what) => `we were not allowed to read ${what}`,
  unavailable: (what) => `the account has no ${what}`,
  truncated: (what) => `only a part of ${what} was read`,
  failed: (what) => `${what} could not be read`,
};

/** "2 of 14: api, web (no rule on main; expected at least 1 approval)." */
function some(chosen: readonly Observation[], all: number): string {
  const [first] = chosen;
  const names = chosen.slice(0, 3).map((item) => item.resource.label);
  const more = chosen.length > 3 ? ` and ${chosen.length - 3} more` : "";
  const share = all > 1 ? `${chosen.length} of ${all}: ` : "";
  return `${share}${names.join(", ")}${more} (${first!.observed}; expected ${first!.wanted}).`;
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole.endsWith(".") ? whole : `${whole}.`;
}

const WORST_FIRST: readonly CheckOutcome[] = ["fail", "unknown", "pass", "not applicable"];

/**
 * What the results of one run answer about parts of the library's checks. Where several of a connector's checks answer one part, the
 * worst stands, and its reason names how many agree: a part passes only if all that answer it do. With the first end of the decisions that
 * any of them went by. `version` is the manifest's.
 */
export function partVerdicts(
  checks: readonly ConnectorCheck[],
  results: readonly ConnectorCheckResult[],
  version: number,
): PartVerdict[] {
  const titles = new Map(checks.map((check) => [check.id, check.title]));
  const speaking = new Map<string, ConnectorCheckResult[]>();
  for (const check of checks) {
    const result = results.find((result) => result.checkId === check.id);
    if (!result) continue;
    for (const part of check.answers) speaking.set(part, [...(speaking.get(part) ?? []), result]);
  }
  return [...speaking].map(([part, all]) => {
    const outcome = WORST_FIRST.find((item) => all.some((result) => result.outcome === item))!;
    const same = all.filter((result) => result.outcome === outcome);
    const [first] = same;
    const others = same.length > 1 ? ` (and ${same.length - 1} more)` : "";
    const [checkId = "", aspect = ""] = part.split("/");
    const named = new Set(leftOutIn(first!.observations));
    const besides = leftOutWords(
      all.flatMap((result) => leftOutIn(result.observations)).filter((item) => !named.has(item)),
    );
    const reason = `${titles.get(first!.checkId)}${others}: ${first!.reason}${besides}`;
    const end = firstEndIn(all.flatMap(({ observations }) => observations));
    return { checkId, aspect, version, outcome, reason, ...(end !== undefined && { restsUntil: new Date(end) }) };
  });
}
