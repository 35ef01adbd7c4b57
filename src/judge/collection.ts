import type { EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import type { Exception } from "#connectors/exceptions.ts";
import { judgeChecks } from "#connectors/judge.ts";
import type { SettingSet } from "#connectors/who-set.ts";
import type { CollectionQuestion, PartsAnswer } from "#domain/judge/contract.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { accounts } from "./accounts.ts";
import { collectedVerdicts } from "./collected-verdicts.ts";

/** What an exhibit of a connection says of parts of checks, from its items, steps, settings and decisions and nothing else that it says. */
export function judgeCollection({ instant, input }: CollectionQuestion): PartsAnswer {
  const { provider, items, steps, settings, settingsSet, exceptions } = input as {
    readonly provider: ProviderKey;
    readonly items: readonly EvidenceItem[];
    readonly steps: readonly StepReport[];
    readonly settings: Settings;
    readonly settingsSet?: readonly SettingSet[];
    readonly exceptions?: readonly Exception[];
  };
  const checks = accounts[provider].checks.filter(({ answers }) => answers.length > 0);
  const now = new Date(instant);
  const results = judgeChecks(checks, { items, steps, settings, settingsSet, exceptions, now });
  return {
    kind: "parts",
    parts: collectedVerdicts(checks, results, 0, now).map(({ checkId, aspect, outcome, reason, validForDays }) => ({
      check: checkId,
      aspect: aspect === "" ? null : aspect,
      outcome,
      reason,
      validForDays,
    })),
  };
}
