import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import type { EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import type { Exception } from "#connectors/exceptions.ts";
import { judgeChecks, partVerdicts } from "#connectors/judge.ts";
import type { CollectionQuestion, PartsAnswer } from "#domain/judge/contract.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { accounts } from "./accounts.ts";

/** What an exhibit of a connection says of parts of checks, from its items, steps, settings and decisions and nothing else that it says. */
export function judgeCollection({ instant, input }: CollectionQuestion): PartsAnswer {
  const { provider, items, steps, settings, exceptions } = input as {
    readonly provider: ProviderKey;
    readonly items: readonly EvidenceItem[];
    readonly steps: readonly StepReport[];
    readonly settings: Settings;
    readonly exceptions?: readonly Exception[];
  };
  const checks = accounts[provider].checks.filter(({ answers }) => answers.length > 0);
  const results = judgeChecks(checks, { items, steps, settings, exceptions, now: new Date(instant) });
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
