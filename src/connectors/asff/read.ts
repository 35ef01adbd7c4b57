import * as z from "zod";
import type { Finding, FindingOutcome } from "#domain/finding.ts";
import { importFormats } from "#domain/import-format.ts";
import { cut, instantOf, malformed, maxFindings, nameTarget, oldest, scopeText, tooMany } from "../report.ts";
import type { Importer } from "../report.ts";

/** The part of the AWS Security Finding Format (2018-10-08) that a verdict needs. */
const asffFinding = z.object({
  SchemaVersion: z.literal("2018-10-08"),
  Id: z.string().min(1),
  GeneratorId: z.string().min(1),
  AwsAccountId: z.string().nullish(),
  ProductArn: z.string().nullish(),
  ProductName: z.string().nullish(),
  Region: z.string().nullish(),
  Title: z.string().nullish(),
  Description: z.string().nullish(),
  UpdatedAt: z.string().nullish(),
  Severity: z
    .object({ Label: z.string().nullish(), Normalized: z.number().nullish(), Original: z.string().nullish() })
    .nullish(),
  Compliance: z.object({ Status: z.string().nullish(), SecurityControlId: z.string().nullish() }).nullish(),
  Workflow: z.object({ Status: z.string().nullish() }).nullish(),
  RecordState: z.string().nullish(),
  Resources: z.array(z.object({ Id: z.string().nullish() })).nullish(),
  ProductFields: z.record(z.string(), z.string()).nullish(),
});
type AsffFinding = z.output<typeof asffFinding>;

const tellTale = z.object({ SchemaVersion: z.string(), GeneratorId: z.string(), AwsAccountId: z.string() });

const OWN_PRODUCT = "AWS Security Hub";
/** What a workflow may say of a finding that passes; SUPPRESSED is read apart. */
const WORKFLOWS: ReadonlySet<string> = new Set(["NEW", "NOTIFIED", "RESOLVED", "SUPPRESSED"]);

// WARNING and NOT_AVAILABLE are what Security Hub itself calls unknown; so is any word not listed here.
const OUTCOMES: Readonly<Record<string, FindingOutcome>> = { PASSED: "pass", FAILED: "fail" };

/** Findings of AWS Security Hub: what `get-findings` prints, a list of findings, or one a line. */
export const asff: Importer = {
  id: "asff",
  name: importFormats.asff,
  recognises: (json) =>
    listOf(json)
      .slice(0, 20)
      .some((item) => tellTale.safeParse(item).success),
  read: (json) => {
    const list = listOf(json);
    if (list.length > maxFindings) return tooMany(list.length);
    const findings: AsffFinding[] = [];
    for (const [index, entry] of list.entries()) {
      const parsed = asffFinding.safeParse(entry);
      if (!parsed.success) {
        const field = parsed.error.issues[0]?.path.join(".") || "it";
        return malformed(
          `Finding ${index + 1} of this Security Hub file cannot be read: ${field} is missing or wrong.`,
        );
      }
      findings.push(parsed.data);
    }
    return {
      ok: true,
      report: {
        tool: OWN_PRODUCT,
        toolVersion: "",
        scope: scopeText(findings.map(({ AwsAccountId }) => AwsAccountId ?? "")),
        targetNamed: nameTarget(findings.map(({ AwsAccountId }) => AwsAccountId ?? "")),
        doubts: [...new Set(findings.flatMap(unnamedIn))],
        observedAt: oldest(findings.map(({ UpdatedAt }) => instantOf(UpdatedAt ?? undefined))),
        findings: findings.map(findingOf),
        read: list.length,
      },
    };
  },
};

/** A list, the answer of `get-findings`, the detail of an event, or several of those. */
function listOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json.flatMap((item) => (holdsFindings(item) ? item.Findings : [item]));
  if (holdsFindings(json)) return json.Findings;
  return typeof json === "object" && json !== null ? [json] : [];
}

function holdsFindings(json: unknown): json is { Findings: readonly unknown[] } {
  return typeof json === "object" && json !== null && "Findings" in json && Array.isArray(json.Findings);
}

function findingOf(finding: AsffFinding): Finding {
  const resources = (finding.Resources ?? []).map(({ Id }) => Id ?? "").filter((id) => id !== "");
  const rest = resources.length > 1 ? ` and ${resources.length - 1} more` : "";
  return {
    tool: productOf(finding),
    rule: cut(controlOf(finding), 200),
    title: cut(finding.Title || finding.GeneratorId, 300),
    outcome: outcomeOf(finding),
    suppressed: finding.Workflow?.Status === "SUPPRESSED",
    severity: cut(severityOf(finding), 40),
    resource: cut(`${resources[0] ?? ""}${rest}`, 500),
    message: cut(finding.Description ?? "", 2000),
    uid: cut(finding.Id, 300),
  };
}

/** Security Hub's own controls are told apart from what other products send through it, by what AWS writes and they cannot. */
function productOf({ ProductArn, ProductName }: AsffFinding): string {
  const [, ...parts] = (ProductArn ?? "").split(":product/");
  const product = parts.join(":product/");
  if (product === "aws/securityhub") return OWN_PRODUCT;
  const name = cut(ProductName || product, 80).replaceAll(",", " ");
  return name === "" || name.toLowerCase() === OWN_PRODUCT.toLowerCase() ? "Unnamed product" : name;
}

/** As Security Hub writes the ids of its controls: `IAM.5`. */
const CONTROL = /^[A-Za-z0-9]+\.\d+$/;
/** As it writes what generated a finding: one of its controls, a rule of one of its standards, or the ARN of either. */
const GENERATOR =
  /^(?:security-control\/[A-Za-z0-9]+\.\d+|[a-z0-9-]+\/v\/[\d.]+\/[\w.-]+|arn:aws[\w-]*:securityhub:.+)$/;

/** AWS's other products that send findings. One that is none of these may be Security Hub's own, misspelled. */
const OTHERS_OF_AWS: ReadonlySet<string> = new Set(
  ["access-analyzer", "config", "detective", "firewall-manager", "guardduty", "health", "inspector"]
    .concat("iot-device-defender", "macie", "ssm-patch-manager")
    .map((name) => `aws/${name}`),
);

/** Why a finding keeps its report from passing anything: it may be a failure of what another finding passes. An archived one is not. */
function unnamedIn({ ProductArn, RecordState, Compliance, GeneratorId }: AsffFinding): string[] {
  if (RecordState === "ARCHIVED") return [];
  const product = /:product\/([^/]+\/[^/]+)$/.exec(ProductArn ?? "")?.[1];
  const named = Compliance?.SecurityControlId;
  if (product !== "aws/securityhub") {
    const isKnown = product !== undefined && (!product.startsWith("aws/") || OTHERS_OF_AWS.has(product));
    const isOwn = Boolean(named) || GeneratorId.startsWith("security-control/");
    return isKnown && !isOwn ? [] : ["a finding does not say which product it is of"];
  }
  const isNamed = named ? CONTROL.test(named) : GENERATOR.test(GeneratorId);
  return isNamed ? [] : ["a finding does not say which control it is of"];
}

/** The control's id where Security Hub names it, such as `IAM.5`; a CIS number such as `1.13` means another thing. */
function controlOf({ Compliance, GeneratorId, ProductFields }: AsffFinding): string {
  const named = /^(?:security-control|aws-foundational-security-best-practices\/v\/[\d.]+)\/([A-Za-z0-9]+\.\d+)$/;
  const found = Compliance?.SecurityControlId || named.exec(GeneratorId)?.[1];
  return (
    found ||
    (ProductFields?.["ControlId"] && GeneratorId.includes("foundational") && ProductFields["ControlId"]) ||
    GeneratorId
  );
}

/**
 * An archived finding speaks of what is no longer there. Without a compliance status it is a problem that was found, or a note. It passes
 * only as a record that is active, with a workflow that AWS has.
 */
function outcomeOf({ Compliance, RecordState, Severity, Workflow }: AsffFinding): FindingOutcome {
  if (RecordState === "ARCHIVED") return "not looked at";
  if (!Compliance?.Status) return Severity?.Label === "INFORMATIONAL" ? "unknown" : "fail";
  const outcome = OUTCOMES[Compliance.Status.toUpperCase()] ?? "unknown";
  const isPlain = RecordState === "ACTIVE" && (!Workflow?.Status || WORKFLOWS.has(Workflow.Status));
  return outcome === "pass" && !isPlain ? "unknown" : outcome;
}

function severityOf({ Severity }: AsffFinding): string {
  const label = Severity?.Label?.toLowerCase();
  if (label) return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
  const score = Severity?.Normalized ?? -1;
  if (score < 0) return "Unknown";
  return score >= 90 ? "Critical" : score >= 70 ? "High" : score >= 40 ? "Medium" : score > 0 ? "Low" : "Informational";
}
