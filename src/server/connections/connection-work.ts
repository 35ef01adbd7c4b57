import type { JobHandlers } from "../jobs/run-jobs.ts";
import type { Services } from "../services.ts";
import { askThrough } from "./authorizers/ask-vendor.ts";
import type { ConnectionsKey } from "./connections-key.ts";
import { linkJobs } from "./linking/finish-links.ts";
import type { FinishDeps } from "./linking/finish-links.ts";
import { endedLinkJobs } from "./linking/revoke.ts";
import { attentionJobs } from "./tell-attention.ts";
import { openWays } from "./ways-out.ts";

type Deps = Pick<Services, "databases" | "keys" | "egress" | "connectors" | "outbox" | "appUrl" | "now" | "log">;

/** What a process does that can open credentials: finishes links and ends them, tells who must look after one, and collects. */
export function openConnectionWork(deps: Deps, key: ConnectionsKey, setting: (name: string) => string | undefined) {
  const { databases, egress, connectors, now, log } = deps;
  const { worker, user } = databases;
  const { openWayOut, openProbe } = openWays({ ...deps, key, setting });
  const ask = (signal: AbortSignal) => askThrough(egress, signal);
  const linking: FinishDeps = { worker, user, key, connectors, ask, openProbe, setting, now, log };
  const handlers: JobHandlers = {
    linking: linkJobs(linking),
    revoking: endedLinkJobs(linking),
    attention: attentionJobs({ ...deps, worker }),
  };
  return { openWayOut, handlers };
}
