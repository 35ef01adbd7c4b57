import { askThrough } from "./authorizers/ask-vendor.ts";
import type { ConnectionsKey } from "./connections-key.ts";
import { finishLinks } from "./linking/finish-links.ts";
import type { FinishDeps } from "./linking/finish-links.ts";
import { endLinks } from "./linking/revoke.ts";
import { tellOfAttention } from "./tell-attention.ts";
import { openWays } from "./ways-out.ts";
import type { Databases } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";
import type { Egress } from "../outbound/egress.ts";
import type { Connectors } from "./connectors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Logger } from "pino";

interface Deps {
  readonly databases: Databases;
  readonly keys: Keys;
  readonly egress: Egress;
  readonly connectors: Connectors;
  readonly jobs: Pick<Jobs, "wake">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

/** What a process does that can open credentials: finishes links and ends them, tells who must look after one, and collects. */
export function openConnectionWork(deps: Deps, key: ConnectionsKey, setting: (name: string) => string | undefined) {
  const { databases, egress, connectors, jobs, now, log } = deps;
  const { worker, user } = databases;
  const { openWayOut, openProbe } = openWays({ ...deps, key, setting });
  const ask = (signal: AbortSignal) => askThrough(egress, signal);
  const wake = (task: string) => jobs.wake(task);
  const linking: FinishDeps = { worker, user, key, connectors, ask, openProbe, setting, wake, now, log };
  return {
    openWayOut,
    tasks: {
      linking: { everyMs: 2_000, run: (signal: AbortSignal) => finishLinks(linking, signal) },
      // Of its own: to end an access nobody waits for those that are made.
      revoking: { everyMs: 15_000, run: (signal: AbortSignal) => endLinks(linking, signal) },
      attention: { everyMs: 15_000, run: (signal: AbortSignal) => tellOfAttention({ ...deps, worker }, signal) },
    },
  };
}
