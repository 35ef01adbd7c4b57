import type { Account, Connector, EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";
import { RequestFailed } from "#connectors/http.ts";
import type { ConnectorCheckResult } from "#connectors/check.ts";
import { judgeChecks } from "#connectors/judge.ts";

/** What a whole run brought. */
export interface Run {
  readonly account: Account;
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
  /** The result of one check. */
  check(id: string): ConnectorCheckResult;
}

interface RunContext {
  readonly http: Http;
  readonly typed: Readonly<Record<string, string>>;
  readonly method: string;
  readonly settings?: Settings | undefined;
  readonly now: () => Date;
}

/** Runs a connector once, from its probe to its checks, with every item compared with its kind. */
export async function runOnce(
  connector: Connector,
  { http, settings: set = {}, ...context }: RunContext,
): Promise<Run> {
  const probe = { ...context, http };
  const account = await connector.probe(probe);
  const settings = connector.manifest.settings.parse(set);
  const all: EvidenceItem[] = [];
  const steps: StepReport[] = [];
  for (const step of connector.steps) {
    const items = (kind: string) => all.filter((item) => item.kind === kind);
    const own: EvidenceItem[] = [];
    const at = context.now().toISOString();
    let failure: RequestFailed | undefined;
    try {
      for await (const item of step.collect({ ...probe, account, settings, items, cursor: undefined }))
        if ("kind" in item) own.push(item);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      failure = error;
    }
    for (const item of own) if (item.data !== null) connector.manifest.kinds[item.kind]!.parse(item.data);
    all.push(...own);
    const status = failure ? (failure.kind === "malformed" ? "failed" : failure.kind) : "complete";
    const ended = { startedAt: at, endedAt: at, missing: failure?.missing ?? [], detail: failure?.message ?? "" };
    steps.push({ step: step.id, status, pages: 0, items: own.length, ...ended });
  }
  const results = judgeChecks(connector.checks, { items: all, steps, settings, now: context.now() });
  return { account, items: all, steps, check: (id) => results.find((result) => result.checkId === id)! };
}
