import * as z from "zod";
import type { Finding, FindingOutcome } from "#domain/finding.ts";
import {
  cut,
  instantOf,
  instantOfUnix,
  maxFindings,
  nameTarget,
  oldest,
  refused,
  scopeText,
  tooMany,
} from "../report.ts";
import type { Importer, ReadResult } from "../report.ts";

/** The part of OCSF 1.x class 2004, Detection Finding, that Prowler fills and a verdict needs. */
const ocsfFinding = z.object({
  class_uid: z.literal(2004),
  metadata: z.object({
    event_code: z.string().min(1),
    product: z.object({ name: z.string(), version: z.string().nullish() }),
  }),
  status_code: z.string(),
  status: z.string().nullish(),
  status_id: z.number().nullish(),
  status_detail: z.string().nullish(),
  message: z.string().nullish(),
  severity: z.string().nullish(),
  time: z.number().nullish(),
  time_dt: z.string().nullish(),
  finding_info: z.object({ uid: z.string().nullish(), title: z.string().nullish() }),
  resources: z.array(z.object({ uid: z.string().nullish(), name: z.string().nullish() })).nullish(),
  cloud: z
    .object({ provider: z.string().nullish(), account: z.object({ uid: z.string().nullish() }).nullish() })
    .nullish(),
  unmapped: z.object({ provider: z.string().nullish() }).nullish(),
});
type OcsfFinding = z.output<typeof ocsfFinding>;

const written = z.object({ metadata: z.object({ product: z.object({ name: z.string().regex(/^prowler\b/i) }) }) });

// MANUAL is Prowler's word for "a person has to look": nobody has seen it, and neither with any word not listed here.
const OUTCOMES: Readonly<Record<string, FindingOutcome>> = { PASS: "pass", FAIL: "fail", MANUAL: "unknown" };
const SUPPRESSED = 3;

/** Prowler's JSON-OCSF output: one object for each rule and resource, in an array, or a single one. */
export const prowlerOcsf: Importer = {
  id: "prowler-ocsf",
  name: "Prowler JSON-OCSF",
  // The first few tell; a long foreign list is not searched to its end.
  recognises: (json) =>
    listOf(json)
      .slice(0, 20)
      .some((item) => written.safeParse(item).success),
  read: (json) => {
    const list = listOf(json);
    if (list.length > maxFindings) return tooMany(list.length);
    const findings: OcsfFinding[] = [];
    for (const [index, entry] of list.entries()) {
      const parsed = ocsfFinding.safeParse(entry);
      if (!parsed.success) return damaged(index, parsed.error);
      if (!/^prowler\b/i.test(parsed.data.metadata.product.name))
        return refused("malformed", `Finding ${index + 1} of this file was not written by Prowler.`);
      findings.push(parsed.data);
    }
    if (findings.length === 0) return refused("malformed", "This file holds no findings.");
    return {
      ok: true,
      report: {
        tool: "Prowler",
        toolVersion: cut(findings[0]!.metadata.product.version ?? "", 40),
        scope: scopeText(findings.map(scopeOf)),
        targetNamed: nameTarget(findings.map(accountOf)) && nameTarget(findings.map(scopeOf)),
        doubts: doubtsOf(findings),
        // Unix time first: Prowler writes the other one in the zone of the machine it ran on, without naming it.
        observedAt: oldest(
          findings.map(
            (finding) => instantOfUnix(finding.time ?? undefined) ?? instantOf(finding.time_dt ?? undefined),
          ),
        ),
        findings: findings.map(findingOf),
        read: list.length,
      },
    };
  },
};

function listOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  return typeof json === "object" && json !== null ? [json] : [];
}

function damaged(index: number, error: z.ZodError): ReadResult {
  const field = error.issues[0]?.path.join(".") || "it";
  return refused(
    "malformed",
    `Finding ${index + 1} of this Prowler report cannot be read: ${field} is missing or wrong.`,
  );
}

// A run that names no provider is of none: the rules of two providers share names.
function providerOf({ unmapped, cloud }: OcsfFinding): string {
  return cut(unmapped?.provider || cloud?.provider || "elsewhere", 40).toLowerCase();
}

/** Prowler writes one provider a file. A finding of none, or of another, may be a failure of what the others pass. */
function doubtsOf(findings: readonly OcsfFinding[]): string[] {
  const said = findings.flatMap(({ unmapped, cloud }) => [unmapped?.provider, cloud?.provider].filter(Boolean));
  const isClear =
    new Set(said).size === 1 && findings.every((finding) => finding.unmapped?.provider || finding.cloud?.provider);
  return isClear ? [] : ["its findings do not all say the same provider"];
}

const accountOf = ({ cloud }: OcsfFinding) => cut(cloud?.account?.uid ?? "", 200);
const scopeOf = (finding: OcsfFinding) => `${providerOf(finding)} ${accountOf(finding)}`.trim();

function findingOf(finding: OcsfFinding, index: number): Finding {
  const [resource] = finding.resources ?? [];
  return {
    tool: `Prowler ${providerOf(finding)}`,
    rule: cut(finding.metadata.event_code, 200),
    title: cut(finding.finding_info.title || finding.metadata.event_code, 300),
    outcome: OUTCOMES[finding.status_code.toUpperCase()] ?? "unknown",
    suppressed: finding.status_id === SUPPRESSED || /^(suppressed|muted)$/i.test(finding.status ?? ""),
    severity: cut(finding.severity || "Unknown", 40),
    resource: cut(resource?.uid || resource?.name || "", 500),
    message: cut(finding.status_detail || finding.message || "", 2000),
    uid: cut(finding.finding_info.uid || `finding ${index + 1}`, 300),
  };
}
