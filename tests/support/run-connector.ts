import type { ConnectorCheckResult } from "#connectors/check.ts";
import type { Connector, EvidenceItem, StepReport } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { collectStep } from "#server/connections/collect-step.ts";
import type { StepSoFar } from "#server/connections/parts.ts";
import type { Peer } from "./peers/peer.ts";

/** What a whole run brought. */
export interface WholeRun {
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
  readonly results: readonly ConnectorCheckResult[];
  /** Errors that are no failure of a request: mistakes of the connector. */
  readonly wonders: readonly unknown[];
}

export interface RunOptions {
  readonly http: Http;
  readonly peer: Pick<Peer, "typed" | "method" | "settings">;
  readonly now: () => Date;
  readonly requests?: () => number;
  /** Kills the process at every checkpoint; another goes on from it. */
  readonly killed?: boolean;
  /** Told when the probe is over. */
  readonly probed?: () => void;
}

class Killed extends Error {}

/** Runs a connector from its probe to its checks, each step as the worker runs it. */
export async function runConnector(connector: Connector, options: RunOptions): Promise<WholeRun> {
  const { http, peer, now } = options;
  const { typed, method } = peer;
  const account = await connector.probe({ http, typed, method, now });
  options.probed?.();
  const settings = connector.manifest.settings.parse(peer.settings ?? {});
  const items: EvidenceItem[] = [];
  const steps: StepReport[] = [];
  const wonders: unknown[] = [];
  for (const step of connector.steps) {
    const known = (kind: string) => items.filter((item) => item.kind === kind);
    const context = { http, typed, method, now, account, settings, items: known };
    const collect = async (before: StepSoFar | undefined) => {
      let kept = before;
      const stop = new AbortController();
      const never = new AbortController().signal;
      try {
        return await collectStep({
          step,
          manifest: connector.manifest,
          context,
          limits: {
            stop: stop.signal,
            over: never,
            either: stop.signal,
            progress: { step: "", stepsDone: 0, stepsTotal: 0, items: 0, requests: 0 },
            isLost: () => false,
            endAt: () => {},
            close: () => {},
          },
          record: {
            checkpoint: async (fresh, cursor, { startedAt, pages }) => {
              const next = (kept?.next ?? 0) + 1;
              const all = [...(kept?.items ?? []), ...fresh];
              kept = {
                step: step.id,
                items: all,
                cursor,
                report: undefined,
                startedAt,
                pages,
                next,
                at: now(),
              };
              if (!options.killed) return;
              stop.abort(new Killed());
              throw stop.signal.reason;
            },
            restart: async () => void (kept = undefined),
            end: async () => {},
            reportUnexpected: (error) => wonders.push(error),
          },
          requests: options.requests ?? (() => 0),
          before,
          room: { bytes: Number.MAX_SAFE_INTEGER },
        });
      } catch (error) {
        if (error instanceof Killed) return kept!;
        throw error;
      }
    };
    let ended = await collect(undefined);
    while (!("report" in ended) || ended.report === undefined) ended = await collect(ended as StepSoFar);
    items.push(...ended.items);
    steps.push(ended.report);
  }
  const results = judgeChecks(connector.checks, { items, steps, settings, now: now() });
  return { items, steps, results, wonders };
}
