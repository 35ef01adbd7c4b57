import type { Account, Connector, EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";
import { RequestFailed } from "#connectors/http.ts";
import { noAnswerCache } from "#server/connections/http/answer-cache.ts";
import { openHttp } from "#server/connections/http/open-http.ts";
import { openEgress } from "#server/egress/egress.ts";
import type { Peer } from "./peer.ts";

/** What one run brought. */
export interface Collected {
  readonly account: Account;
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
}

/** The real way out to a peer, at the peer's own time, without waiting. */
export function wayToPeer(connector: Connector, peer: Peer): { readonly http: Http; close(): void } {
  return openHttp({
    manifest: { ...connector.manifest, budget: { requests: 1_000_000, perSeconds: 1, atOnce: 5 } },
    typed: peer.typed,
    origins: peer.endpoints,
    authorizer: peer.authorizer ?? {
      headersFor: async () => ({ authorization: "Bearer of-the-test" }),
      refresh: async () => false,
      secrets: () => [],
    },
    egress: openEgress({ allowPrivate: true }),
    cache: noAnswerCache,
    onRequest: () => {},
    now: () => peer.now ?? new Date(),
    sleep: async () => {},
    random: () => 0,
    signal: new AbortController().signal,
  });
}

/** Runs every step of a connector once; items are compared with their kinds. */
export async function collectOnce(connector: Connector, peer: Peer): Promise<Collected> {
  const { http, close } = wayToPeer(connector, peer);
  const now = () => peer.now ?? new Date();
  const probing = { http, typed: peer.typed, method: peer.method, now };
  try {
    const account = await connector.probe(probing);
    const settings = connector.manifest.settings.parse(peer.settings ?? {}) as Settings;
    const all: EvidenceItem[] = [];
    const steps: StepReport[] = [];
    for (const step of connector.steps) {
      const own: EvidenceItem[] = [];
      let failed: RequestFailed | undefined;
      try {
        const items = (kind: string) => all.filter((item) => item.kind === kind);
        for await (const one of step.collect({ ...probing, account, settings, items, cursor: undefined }))
          if ("kind" in one) own.push(one);
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        failed = error;
      }
      for (const item of own) if (item.gap === undefined) connector.manifest.kinds[item.kind]!.parse(item.data);
      all.push(...own);
      const status = failed ? (failed.kind === "malformed" ? "failed" : failed.kind) : "complete";
      const at = now().toISOString();
      const report = { step: step.id, status, pages: 0, items: own.length, startedAt: at, endedAt: at } as const;
      steps.push({ ...report, missing: failed?.missing ?? [], detail: failed?.message ?? "" });
    }
    return { account, items: all, steps };
  } finally {
    close();
  }
}
