import type { Finding } from "#domain/finding.ts";
import {
  cut,
  instantOf,
  maxFindings,
  nameTarget,
  oldest,
  refused,
  scopeText,
  tooMany,
  tooManyTools,
  toolsAsText,
} from "../report.ts";
import type { Importer } from "../report.ts";
import { findingsOf } from "./finding.ts";
import { ranRules } from "./ran.ts";
import { sarifFile, sarifLog } from "./schema.ts";
import type { SarifRun } from "./schema.ts";

/** A scanner's report in SARIF 2.1.0. Each result that its tool does not call something else fails, whatever its level. */
export const sarif: Importer = {
  id: "sarif",
  name: "SARIF 2.1.0",
  recognises: (json) => sarifLog.safeParse(json).success,
  read: (json) => {
    const results = countResults(json);
    if (results > maxFindings) return tooMany(results);
    const file = sarifFile.safeParse(json);
    if (!file.success) {
      const place = file.error.issues[0]?.path.join(".") || "the file";
      return refused("malformed", `This SARIF report cannot be read: ${place} is missing or wrong.`);
    }
    const { runs } = file.data;
    if (runs.length === 0) return refused("malformed", "This SARIF report holds no runs.");
    const tool = toolsAsText(runs.map(toolOf));
    if (tool === undefined) return tooManyTools();
    const elsewhere = (file.data.inlineExternalProperties ?? []).length > 0;
    const troubles = runs.flatMap((run, index) => trouble(run, index, elsewhere));
    const findings = [...runs.flatMap((run, index) => findingsOf(run, toolOf(run), `run ${index + 1}`)), ...troubles];
    const read = results + troubles.length;
    if (findings.length !== read)
      return refused("malformed", `${findings.length} of ${read} results of this SARIF report could be read.`);
    return {
      ok: true,
      report: {
        tool,
        toolVersion: cut(
          runs
            .map(({ tool: { driver } }) => driver.semanticVersion || driver.version || "")
            .find((version) => version) ?? "",
          40,
        ),
        scope: scopeText(runs.map(scopeOf)),
        targetNamed: nameTarget(runs.map(repositoryOf)) && nameTarget(runs.map(scopeOf)),
        ran: runs.flatMap((run) => ranRules(run, toolOf(run))),
        doubts: doubtsOf(troubles, runs),
        observedAt: oldest(
          runs
            .flatMap((run) => run.invocations ?? [])
            .map((invocation) => instantOf((invocation.endTimeUtc || invocation.startTimeUtc) ?? undefined)),
        ),
        findings,
        read,
      },
    };
  },
};

/** Counted on the file as it came, so that the reader below cannot lose a result unseen. */
function countResults(json: unknown): number {
  const log = sarifLog.safeParse(json);
  const runs = log.success ? (log.data.runs as readonly { readonly results?: unknown }[]) : [];
  return runs.reduce((sum, run) => sum + (Array.isArray(run?.results) ? run.results.length : 0), 0);
}

/** A comma separates the tools of a report, so none may hide in a name. */
function toolOf({ tool }: SarifRun): string {
  return cut(tool.driver.name.replaceAll(",", " "), 80) || "Unnamed tool";
}

/** The repository that a run says it looked at, without what is no part of its name, such as a password. */
function repositoryOf({ versionControlProvenance }: SarifRun): string {
  const uri = versionControlProvenance?.[0]?.repositoryUri ?? "";
  const bare = uri.slice(0, 1_000).replace(/^([a-z+]+:\/\/)[^/@]*@/i, "$1");
  return cut(withoutEnd(withoutEnd(bare, "/"), ".git"), 200);
}

/** A text without what it ends with, however often that stands there. */
function withoutEnd(text: string, end: string): string {
  let length = text.length;
  while (text.endsWith(end, length)) length -= end.length;
  return text.slice(0, length);
}

/** Repository, image, and the analysis category, as GitHub tells analyses of one tool apart. */
function scopeOf(run: SarifRun): string {
  // 3.17.2: what follows the last slash names this one run.
  const id = run.automationDetails?.id ?? "";
  const category = id.slice(0, Math.max(0, id.lastIndexOf("/")));
  // Trivy names what it scanned; a tag or digest names one build of it.
  const image = (run.properties?.imageName ?? "")
    .slice(0, 500)
    .split("@", 1)[0]!
    .replace(/:[^:/]*$/, "");
  return [repositoryOf(run), image, category].filter((part) => part).join(" ");
}

/** Why a run's silence proves nothing; undefined for a run that finished, and for one without invocations: see {@link doubtsOf}. */
function troubleOf({ invocations, results, externalPropertyFileReferences }: SarifRun): string | undefined {
  for (const invocation of invocations ?? []) {
    if (invocation.executionSuccessful === false) return "The tool says that its run was not successful.";
    // 3.20.14: an invocation says whether it succeeded, or says nothing.
    if (invocation.executionSuccessful !== true) return "The tool does not say whether its run was successful.";
    if (invocation.exitSignalName || invocation.processStartFailureMessage) return "The run was ended, or never began.";
    const notes = [
      ...(invocation.toolExecutionNotifications ?? []),
      ...(invocation.toolConfigurationNotifications ?? []),
    ];
    // 3.58.6: a level that is absent is "warning". One that nobody knows may be worse than an error.
    const grave = notes.find(({ level }) => !["warning", "note", "none"].includes(level || "warning"));
    if (grave) return `The run met an error: ${cut(grave.message?.text ?? undefined, 200) || "it does not say which"}`;
  }
  const { results: away, invocations: ways, driver, extensions } = externalPropertyFileReferences ?? {};
  if (away?.length || ways?.length || driver || extensions?.length)
    return "The results of this run, or what they rest on, are in other files.";
  // 3.14.23: no list at all means that the run did not look, an empty list that it found nothing.
  return results ? undefined : "The run has no list of results, so it did not look.";
}

/**
 * Why the report passes nothing. 3.14.11: a run need not tell of its invocations; one that does not may have ended early, so that its
 * silence says nothing.
 */
function doubtsOf(troubles: readonly Finding[], runs: readonly SarifRun[]): string[] {
  const said = [...new Set(troubles.map(({ message }) => message.replace(/\.$/, "")))].slice(0, 3);
  const isSilent = runs.some(({ invocations }) => !invocations?.length);
  return said.length === 0 && isSilent ? ["the tool does not say whether its run was successful"] : said;
}

/** A finding of our own that says why the report passes nothing, because a broken scan must not pass by being silent. */
function trouble(run: SarifRun, index: number, elsewhere: boolean): Finding[] {
  const message = elsewhere ? "Parts of this file stand beside its runs, and were not read." : troubleOf(run);
  if (message === undefined) return [];
  const uid = `run ${index + 1}, completion`;
  const title = "The scan ran to its end";
  const tool = toolOf(run);
  return [
    {
      tool,
      rule: "run-completed",
      title,
      outcome: "unknown",
      suppressed: false,
      severity: "High",
      resource: "",
      message,
      uid,
    },
  ];
}
