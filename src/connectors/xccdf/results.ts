import type { FindingOutcome } from "#domain/finding.ts";
import type { XmlElement } from "./xml.ts";

/** The nine results of XCCDF 1.2 (NISTIR 7275, table 26), and what each means here. */
export const xccdfResults = {
  pass: "pass",
  fail: "fail",
  error: "unknown",
  unknown: "unknown",
  notapplicable: "not applicable",
  notchecked: "unknown",
  // The rule was left out of the run by the profile.
  notselected: "not looked at",
  // "It is not a compliance category" (6.6.4.2, table 26): it says something to a person, and not that the rule holds.
  informational: "unknown",
  // It failed, and was put right during the run.
  fixed: "pass",
} as const satisfies Record<string, FindingOutcome>;

export type XccdfResult = keyof typeof xccdfResults;

/** One rule's result, as the file has it. */
export interface RuleResult {
  readonly rule: string;
  readonly result: XccdfResult;
  readonly severity: string;
  readonly message: string;
}

/** One run: what was looked at, when, and each rule's result. */
export interface TestResult {
  readonly tool: string;
  readonly target: string;
  readonly profile: string;
  readonly benchmark: string;
  /** Whether somebody changed the benchmark for this run in a file of their own (6.6.4.1). */
  readonly tailored: boolean;
  readonly at: string;
  readonly rules: readonly RuleResult[];
}

export interface RuleText {
  readonly title: string;
  readonly severity: string;
}

interface Open {
  rule: string;
  severity: string;
  result: string;
  message: string;
}

/** A result that is none of the nine, or a rule without one. */
export class ResultRefused extends Error {
  override name = "ResultRefused";
}

/** Gathers runs and the titles of their rules while a file goes by. `most` is how many results it may have. */
export function gatherResults(most: number) {
  const runs: TestResult[] = [];
  const rules = new Map<string, RuleText>();
  const path: XmlElement[] = [];
  let run: (Omit<TestResult, "rules"> & { rules: RuleResult[] }) | undefined;
  let open: Open | undefined;
  let rule: { id: string; title: string; severity: string } | undefined;
  let read = 0;

  const parent = () => path.at(-1)?.name;
  const set = (change: Partial<TestResult>) => {
    if (run) Object.assign(run, change);
  };

  return {
    runs,
    rules,
    /** Rule results whose beginning went by, whatever came of them. */
    read: () => read,
    start(element: XmlElement): void {
      const { name } = element;
      if (isXccdf(element)) {
        if (name === "TestResult")
          run = { tool: "", target: "", profile: "", benchmark: "", tailored: false, at: "", rules: [] };
        if (name === "TestResult") set({ tool: element.attribute("test-system"), at: element.attribute("end-time") });
        if (name === "Rule") rule = { id: element.attribute("id"), title: "", severity: element.attribute("severity") };
        if (name === "benchmark" && parent() === "TestResult")
          set({ benchmark: element.attribute("id") || element.attribute("href") || "" });
        if (name === "profile" && parent() === "TestResult") set({ profile: element.attribute("idref") });
        if (name === "tailoring-file" && parent() === "TestResult") set({ tailored: true });
        if (name === "rule-result") {
          read += 1;
          open = { rule: element.attribute("idref"), severity: element.attribute("severity"), result: "", message: "" };
        }
      }
      path.push(element);
    },
    end(element: XmlElement, text: string): void {
      path.pop();
      if (!isXccdf(element)) return;
      const within = parent();
      if (element.name === "result" && within === "rule-result" && open) open.result = text.trim();
      if (element.name === "message" && within === "rule-result" && open) open.message += `${text} `;
      if (element.name === "target" && within === "TestResult") set({ target: run?.target || text.trim() });
      if (element.name === "title" && within === "Rule" && rule) rule.title ||= text;
      if (element.name === "Rule" && rule) {
        rules.set(rule.id, rule);
        rule = undefined;
      }
      if (element.name === "rule-result" && open) {
        if (!run) throw new ResultRefused("This file has a rule result outside of a test result.");
        if (read <= most) run.rules.push(closed(open, read));
        open = undefined;
      }
      if (element.name === "TestResult" && run) {
        runs.push(run);
        run = undefined;
      }
    },
  };
}

const NAMESPACES = new Set(["http://checklists.nist.gov/xccdf/1.1", "http://checklists.nist.gov/xccdf/1.2"]);

function isXccdf({ namespace }: XmlElement): boolean {
  return NAMESPACES.has(namespace);
}

function closed({ rule, result, severity, message }: Open, place: number): RuleResult {
  if (rule === "") throw new ResultRefused(`Result ${place} of this XCCDF file names no rule.`);
  if (!Object.hasOwn(xccdfResults, result))
    throw new ResultRefused(
      `Result ${place} of this XCCDF file is ${result === "" ? "missing" : "none of the nine that XCCDF has"}.`,
    );
  return { rule, result: result as XccdfResult, severity, message };
}
