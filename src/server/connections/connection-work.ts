import type { JobHandlers } from "../jobs/run-jobs.ts";
import { askThrough } from "./credentials/ask-vendor.ts";
import type { ConnectionsKey } from "./connections-key.ts";
import { linkJobs } from "./linking/finish-links.ts";
import type { FinishDeps } from "./linking/finish-links.ts";
import { endedLinkJobs } from "./linking/revoke.ts";
import { attentionJobs } from "./tell-attention.ts";
import { openVendorClients } from "./vendor-clients.ts";
import type { Databases } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";
import type { Egress } from "../outbound/egress.ts";
import type { Connectors } from "./connectors.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Logger } from "pino";

interface Deps {
  readonly databases: Databases;
  readonly keys: Keys;
  readonly egress: Egress;
  readonly connectors: Connectors;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

/** What a process does that can open credentials: finishes links and ends them, tells who must look after one, and collects. */
export function openConnectionWork(deps: Deps, key: ConnectionsKey, setting: (name: string) => string | undefined) {
  const { databases, egress, connectors, now, log } = deps;
  const { worker, user } = databases;
  const { openVendorClient, openProbe } = openVendorClients({ ...deps, key, setting });
  const ask = (signal: AbortSignal) => askThrough(egress, signal);
  const linking: FinishDeps = { worker, user, key, connectors, ask, openProbe, setting, now, log };
  const handlers: JobHandlers = {
    linking: linkJobs(linking),
    revoking: endedLinkJobs(linking),
    attention: attentionJobs({ ...deps, worker }),
  };
  return { openVendorClient, handlers };
}
