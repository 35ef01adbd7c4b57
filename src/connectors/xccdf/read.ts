import type { Finding } from "#domain/finding.ts";
import { importFormats } from "#domain/import-format.ts";
import {
  cut,
  instantOf,
  malformed,
  maxFindings,
  namesHost,
  nameTarget,
  oldest,
  scopeText,
  tooMany,
  tooManyTools,
  toolsAsText,
} from "../report.ts";
import type { ReadResult, TextImporter } from "../report.ts";
import { doubtsOf } from "./benchmark.ts";
import { gatherResults, ResultRefused, xccdfResults } from "./results.ts";
import type { RuleResult, RuleText, TestResult } from "./results.ts";
import { readXml, XmlRefused } from "./xml.ts";

/** Results of an XCCDF benchmark, alone or in an asset report (ARF): each rule of each run, whatever its result. */
export const xccdf: TextImporter = {
  id: "xccdf",
  name: importFormats.xccdf,
  recognises: (beginning) => /^\uFEFF?\s*</.test(beginning),
  read: (pieces) => {
    const found = gatherResults(maxFindings);
    try {
      readXml(pieces, found);
    } catch (error) {
      if (error instanceof XmlRefused || error instanceof ResultRefused) return malformed(error.message);
      throw error;
    }
    if (found.read() > maxFindings) return tooMany(found.read());
    if (found.runs.length === 0) return malformed("This XML file holds no XCCDF test result.");
    return reportOf(found.runs, found.rules, found.read());
  },
};

function reportOf(runs: readonly TestResult[], rules: ReadonlyMap<string, RuleText>, read: number): ReadResult {
  const tool = toolsAsText(runs.map(toolOf));
  if (tool === undefined) return tooManyTools();
  const findings = runs.flatMap((run, index) =>
    run.rules.map((rule, place) => findingOf(run, rule, rules.get(rule.rule), `run ${index + 1}, result ${place + 1}`)),
  );
  if (findings.length !== read)
    return malformed(`${findings.length} of ${read} results of this XCCDF file could be read.`);
  const counted: Record<string, number> = {};
  for (const { result } of runs.flatMap((run) => run.rules)) counted[result] = (counted[result] ?? 0) + 1;
  const scopes = runs.map(({ target, benchmark }) => [target, shortOf(benchmark)].filter(Boolean).join(" "));
  return {
    ok: true,
    report: {
      tool,
      toolVersion: "",
      scope: scopeText(scopes),
      targetNamed: runs.every(({ target }) => namesHost(target)) && nameTarget(scopes),
      ran: runs.map((run) => ({ tool: toolOf(run), family: "benchmark", rules: passing(run) })),
      doubts: [...new Set(runs.flatMap((run) => doubtsOf(run, rules)))].slice(0, 3),
      observedAt: oldest(runs.map(({ at }) => instantOf(at))),
      findings,
      read,
      counted,
    },
  };
}

const passing = ({ rules }: TestResult) => rules.filter(({ result }) => xccdfResults[result] === "pass").length;

function findingOf(run: TestResult, result: RuleResult, text: RuleText | undefined, uid: string): Finding {
  const severity = result.severity || text?.severity || "unknown";
  return {
    tool: toolOf(run),
    rule: cut(result.rule, 200),
    title: cut(text?.title || shortOf(result.rule), 300),
    outcome: xccdfResults[result.result],
    suppressed: false,
    severity: cut(
      severity === "info" ? "Informational" : `${severity.slice(0, 1).toUpperCase()}${severity.slice(1)}`,
      40,
    ),
    resource: cut(run.target, 500),
    message: cut(result.message || `Result: ${result.result}`, 2000),
    uid,
  };
}

/** `cpe:/a:redhat:openscap:1.3.7` is OpenSCAP. A comma separates the tools of a report, so none may hide in a name. */
function toolOf({ tool }: TestResult): string {
  if (/:openscap\b/i.test(tool)) return "OpenSCAP";
  const product = /^cpe:(?:\/|2\.3:)\w:[^:]+:([^:]+)/.exec(tool)?.[1] ?? "";
  return cut(product.replaceAll(/[,_]/g, " "), 80) || "XCCDF scan";
}

/** What a person calls a rule or benchmark: its name without the publisher in front. */
function shortOf(id: string): string {
  return id.replace(/^xccdf_.*?_(?:rule|benchmark)_/, "");
}
