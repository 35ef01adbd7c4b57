import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { checks as aws } from "#connectors/aws/checks/index.ts";
import type { ConnectorCheck } from "#connectors/check.ts";
import type { EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import { checks as github } from "#connectors/github/checks/index.ts";
import { checks as googleWorkspace } from "#connectors/google-workspace/checks/index.ts";
import { checks as jira } from "#connectors/jira/checks/index.ts";
import { judgeChecks, partVerdicts } from "#connectors/judge.ts";
import { checks as microsoft365 } from "#connectors/microsoft-365/checks/index.ts";
import { checks as okta } from "#connectors/okta/checks/index.ts";
import type { CollectionQuestion, NoAnswer, PartsAnswer } from "#domain/judge/contract.ts";
import { isProviderKey } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";

/** Their checks alone: a judge neither collects nor shapes what is collected. */
const checksOf: Readonly<Partial<Record<ProviderKey, readonly ConnectorCheck[]>>> = {
  github,
  aws,
  "google-workspace": googleWorkspace,
  "microsoft-365": microsoft365,
  okta,
  jira,
};

/** What an exhibit of a connection says of parts of checks, from its items, steps and settings and nothing else that it says. */
export function judgeCollection({ instant, input }: CollectionQuestion): PartsAnswer | NoAnswer {
  const { format, provider, items, steps, settings } = input as {
    readonly format: string;
    readonly provider: string;
    readonly items: readonly EvidenceItem[];
    readonly steps: readonly StepReport[];
    readonly settings: Settings;
  };
  if (format !== "exhibit-collection/1") return { kind: "none", reason: "this is not an exhibit of a connection" };
  const all = isProviderKey(provider) ? checksOf[provider] : undefined;
  if (!all) return { kind: "none", reason: `this judge has no checks of ${provider}` };
  const checks = all.filter(({ answers }) => answers.length > 0);
  const results = judgeChecks(checks, { items, steps, settings, now: new Date(instant) });
  return {
    kind: "parts",
    parts: partVerdicts(checks, results, 0).map(({ checkId, aspect, outcome, reason }) => ({
      check: checkId,
      aspect: aspect === "" ? null : aspect,
      outcome,
      reason,
      validForDays: resultValidForDays(controlOfCheck(checkId)),
    })),
  };
}
