import type { Manifest } from "#connectors/connector.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { noAnswerCache } from "#server/connections/http/answer-cache.ts";
import type { Authorizer } from "#server/connections/http/authorizer.ts";
import { openHttp } from "#server/connections/http/open-http.ts";
import type { HttpOptions, OpenHttp } from "#server/connections/http/open-http.ts";
import type { RequestRecord } from "#server/connections/http/transcript.ts";

/** A clock that stands still but for what is waited, which it writes down. */
export interface WaitingClock {
  now(): Date;
  sleep(ms: number): Promise<void>;
  /** Milliseconds, one for each wait. */
  readonly waits: number[];
}

/** Such a clock, at the present second unless told. */
export function waitingClock(start = new Date(Math.floor(Date.now() / 1_000) * 1_000)): WaitingClock {
  let at = start.getTime();
  const waits: number[] = [];
  return {
    now: () => new Date(at),
    sleep: async (ms) => {
      waits.push(ms);
      at += ms;
    },
    waits,
  };
}

/** Credentials that are one bearer token. */
export function bearer(token: string): Authorizer {
  return {
    headersFor: async () => ({ authorization: `Bearer ${token}` }),
    refresh: async () => false,
    secrets: () => [token],
  };
}

/** A budget that never keeps a test waiting. */
export const ampleBudget: Manifest["budget"] = { requests: 1_000_000, perSeconds: 1, atOnce: 20 };

export interface TestHttp extends OpenHttp {
  readonly clock: WaitingClock;
  readonly records: RequestRecord[];
}

type Given = Partial<Omit<HttpOptions, "manifest" | "origins">> & {
  readonly clock?: WaitingClock;
  readonly budget?: Manifest["budget"];
  readonly limited?: NonNullable<Manifest["limited"]>;
};

/** The real way out to one server, which is the endpoint `api`, with a clock that only waiting moves. */
export function httpTo(origin: string, { clock = waitingClock(), budget, limited, ...given }: Given = {}): TestHttp {
  const records: RequestRecord[] = [];
  const open = openHttp({
    manifest: { endpoints: { api: { origin } }, budget: budget ?? ampleBudget, ...(limited && { limited }) },
    typed: {},
    authorizer: bearer("a-token-of-the-test"),
    egress: openEgress({ allowPrivate: true }),
    cache: noAnswerCache,
    onRequest: (record) => records.push(record),
    now: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    signal: new AbortController().signal,
    ...given,
  });
  return { ...open, clock, records };
}
