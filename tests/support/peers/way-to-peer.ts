import type { Connector } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";
import { noAnswerCache } from "#server/connections/http/answer-cache.ts";
import { openHttp } from "#server/connections/http/open-http.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { runOnce } from "./collect.ts";
import type { Run } from "./collect.ts";
import type { Peer } from "./peer.ts";

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

/** Runs a connector once on a peer, over the real way out. */
export async function runOnPeer(connector: Connector, peer: Peer): Promise<Run> {
  const { http, close } = wayToPeer(connector, peer);
  try {
    const { typed, method, settings } = peer;
    return await runOnce(connector, { http, typed, method, settings, now: () => peer.now ?? new Date() });
  } finally {
    close();
  }
}
