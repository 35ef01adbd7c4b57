import type { Finding } from "#domain/finding.ts";
import { cut, instantOf, maxFindings, oldest, refused, tooMany, tooManyTools, toolsAsText } from "../report.ts";
import type { Importer } from "../report.ts";
import { findingsOf } from "./finding.ts";
import { sarifFile, sarifLog } from "./schema.ts";
import type { SarifRun } from "./schema.ts";

/** A scanner's report in SARIF 2.1.0. Warnings and notes are kept on file; errors and high severities fail. */
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
    const findings = runs.flatMap((run, index) => [
      ...findingsOf(run, toolOf(run), `run ${index + 1}`),
      ...trouble(run, index),
    ]);
    const read = results + runs.filter((run) => troubleOf(run) !== undefined).length;
    if (findings.length !== read)
      return refused("malformed", `${findings.length} of ${read} results of this SARIF report could be read.`);
    return {
      ok: true,
      report: {
        tool,
        toolVersion: cut(
          runs.map(({ tool: { driver } }) => driver.semanticVersion || driver.version || "").find((one) => one) ?? "",
          40,
        ),
        scope: cut(
          [...new Set(runs.map(scopeOf))]
            .filter((scope) => scope)
            .sort()
            .join(", "),
          300,
        ),
        observedAt: oldest(
          runs
            .flatMap((run) => run.invocations ?? [])
            .map((one) => instantOf((one.endTimeUtc || one.startTimeUtc) ?? undefined)),
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

/** Repository and the analysis category, as GitHub tells analyses of one tool apart. */
function scopeOf({ versionControlProvenance, automationDetails }: SarifRun): string {
  const repository = versionControlProvenance?.[0]?.repositoryUri ?? "";
  // 3.17.2: what follows the last slash names this one run.
  const id = automationDetails?.id ?? "";
  const category = id.slice(0, Math.max(0, id.lastIndexOf("/")));
  return [repository, category].filter((part) => part).join(" ");
}

/** Why a run's silence proves nothing; undefined for a run that finished or does not say. */
function troubleOf({ invocations, results, externalPropertyFileReferences }: SarifRun): string | undefined {
  if (invocations?.some((one) => one.executionSuccessful === false))
    return "The tool says that its run was not successful.";
  if (externalPropertyFileReferences?.results?.length) return "The results of this run are in other files.";
  // 3.14.23: no list at all means that the run did not look, an empty list that it found nothing.
  return results ? undefined : "The run has no list of results, so it did not look.";
}

/** A finding of our own that makes the check unknown, because a broken scan must not pass by being silent. */
function trouble(run: SarifRun, index: number): Finding[] {
  const message = troubleOf(run);
  if (message === undefined) return [];
  const uid = `run ${index + 1}, completion`;
  const title = "The scan ran to its end";
  return [
    {
      tool: toolOf(run),
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
