import type { Finding, FindingOutcome } from "#domain/finding.ts";
import { importFormats } from "#domain/import-format.ts";
import { cut, instantOf, malformed, maxFindings, oldest, tooMany } from "../report.ts";
import type { Importer } from "../report.ts";
import { oscalFile, oscalTellTale } from "./schema.ts";
import type { OscalFinding, OscalObservation, OscalResult } from "./schema.ts";

/** Whose properties name a check of the library and what it came to: those of our own export. */
const OURS = "urn:exhibit:oscal";
const OUTCOMES = new Set<string>(["pass", "fail", "unknown", "not applicable"] satisfies FindingOutcome[]);

/**
 * Assessment results in OSCAL: each finding by the state of its objective. Observations are findings, too, where they say
 * which check of the library they are about, as those of our own export do; others are counted.
 */
export const oscal: Importer = {
  id: "oscal",
  name: importFormats.oscal,
  recognises: (json) => oscalTellTale.safeParse(json).success,
  read: (json) => {
    const parsed = oscalFile.safeParse(json);
    if (!parsed.success) {
      const place = parsed.error.issues[0]?.path.join(".") || "it";
      return malformed(`These OSCAL assessment results cannot be read: ${place} is missing or wrong.`);
    }
    const { metadata, results } = parsed.data["assessment-results"];
    if (!/^1\.\d+\.\d+/.test(metadata["oscal-version"]))
      return malformed(`This is OSCAL ${cut(metadata["oscal-version"], 20)}. Version 1 can be read.`);
    const observations = results.flatMap((result) => result.observations ?? []);
    const findings = results.flatMap((result) => result.findings ?? []);
    const checks = observations.filter((observation) => ourProp(observation, "check") !== undefined);
    const read = findings.length + checks.length;
    if (read > maxFindings) return tooMany(read);
    const organization = metadata.parties?.find(({ type }) => type === "organization")?.name ?? "";
    return {
      ok: true,
      report: {
        tool: checks.length > 0 ? "Exhibit" : "OSCAL assessment",
        toolVersion: cut(metadata.version ?? "", 40),
        scope: cut(organization || metadata.title, 300),
        targetNamed: organization !== "",
        // What was observed, where it is said, else when it was assessed.
        observedAt: oldest([...checks.map((check) => instantOf(check.collected)), ...results.map(instantOfResult)]),
        findings: [...checks.map(checkOf), ...results.flatMap(findingsOf)],
        read,
        counted: { findings: findings.length, observations: observations.length },
      },
    };
  },
};

const instantOfResult = ({ start, end }: OscalResult) => instantOf(end || start);

function ourProp({ props }: OscalObservation, name: string): string | undefined {
  return props?.find((prop) => prop.ns === OURS && prop.name === name)?.value;
}

function checkOf(observation: OscalObservation): Finding {
  const outcome = ourProp(observation, "outcome") ?? "";
  return {
    tool: "Exhibit",
    rule: cut(ourProp(observation, "check"), 200),
    title: cut(observation.title || observation.description, 300),
    outcome: OUTCOMES.has(outcome) ? (outcome as FindingOutcome) : "unknown",
    suppressed: false,
    severity: "Unknown",
    resource: cut(ourProp(observation, "source"), 500),
    message: cut(observation.description, 2000),
    uid: cut(observation.uuid, 300),
  };
}

function findingsOf({ findings, observations }: OscalResult): Finding[] {
  const byId = new Map((observations ?? []).map((observation) => [observation.uuid, namesOf(observation)]));
  return (findings ?? []).map((finding) => ({
    tool: "OSCAL assessment",
    rule: cut(finding.target["target-id"], 200),
    title: cut(finding.title, 300),
    outcome: outcomeOf(finding),
    suppressed: false,
    severity: "Unknown",
    resource: cut(subjectsOf(finding, byId), 500),
    message: cut(finding.target.status.remarks || finding.description, 2000),
    uid: cut(finding.uuid, 300),
  }));
}

// Not satisfied for another reason than a failed test: nobody could tell, and that is not the same as failing.
function outcomeOf({ target: { status } }: OscalFinding): FindingOutcome {
  if (status.state === "satisfied") return "pass";
  return status.reason === "other" ? "unknown" : "fail";
}

/** Of so many subjects the names are told. */
const MOST_NAMES = 5;

function namesOf({ subjects }: OscalObservation): readonly string[] {
  const names = new Set((subjects ?? []).map((subject) => subject.title || subject["subject-uuid"]));
  return [...names].slice(0, MOST_NAMES).map((name) => name.slice(0, 500));
}

function subjectsOf(finding: OscalFinding, byId: ReadonlyMap<string, readonly string[]>): string {
  const names = (finding["related-observations"] ?? []).flatMap(
    (related) => byId.get(related["observation-uuid"]) ?? [],
  );
  return [...new Set(names)].slice(0, MOST_NAMES).join(", ");
}
