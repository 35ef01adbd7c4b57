import type { ProviderKey } from "#domain/provider.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { listChanges } from "./change-list.ts";
import { changeState } from "./change-state.ts";
import { collectOnDemand } from "./collect-on-demand.ts";
import { configureConnection } from "./configure.ts";
import { confirmConnection } from "./confirm.ts";
import { getConnectionDetail, providerOf } from "./connection-detail.ts";
import { getConnection } from "./connection-list.ts";
import type { Connectors } from "./connectors.ts";
import { disconnectProvider } from "./disconnect.ts";
import { linkProvider } from "./link.ts";
import type { ConnectService } from "./linking/begin-link.ts";
import { linkAgain } from "./linking/link-account.ts";
import { listProviders } from "./list-providers.ts";
import { getRun, listRuns } from "./run-list.ts";

interface Deps {
  readonly connectors: Connectors;
  readonly connectService: ConnectService;
  readonly collectEveryMinutes: number;
  readonly now: () => Date;
}

export function connectionHandlers(deps: Deps): HandlersOf<"connections"> {
  const { connectors, now } = deps;
  const clock = () => ({ everyMinutes: deps.collectEveryMinutes, now: now() });
  const connectorOf = async (tx: Tx, companyId: string, connectionId: string) =>
    connectors.find((await providerOf(tx, companyId, connectionId)) as ProviderKey);
  const summaryOf = (tx: Tx, companyId: string, connectionId: string) =>
    getConnection(tx, companyId, connectionId, clock());
  return {
    list: listProviders(deps),
    get: async ({ input: { companyId, connectionId }, tx }) =>
      getConnectionDetail(tx, companyId, connectionId, clock(), await connectorOf(tx, companyId, connectionId)),
    runs: async ({ input: { companyId, connectionId, after, limit }, tx }) => {
      await providerOf(tx, companyId, connectionId);
      return await listRuns(tx, companyId, connectionId, after, limit);
    },
    run: async ({ input: { companyId, connectionId, runId }, tx }) =>
      getRun(tx, companyId, connectionId, runId, await connectorOf(tx, companyId, connectionId)),
    changes: async ({ input, tx }) =>
      listChanges(tx, input, await connectorOf(tx, input.companyId, input.connectionId)),
    link: linkProvider(deps),
    reconnect: async ({ input: { connectionId, method, values }, caller, tx }) => {
      const { provider, ...answer } = await linkAgain(tx, deps, caller, connectionId, { method, values });
      return { answer, entry: { subject: connectionId, details: { provider, method } } };
    },
    confirm: confirmConnection(deps),
    pause: async ({ input: { companyId, connectionId }, caller, tx }) => {
      const { provider } = await changeState(tx, caller, connectionId, ["connected"], "paused", now());
      return {
        answer: await summaryOf(tx, companyId, connectionId),
        entry: { subject: connectionId, details: { provider } },
      };
    },
    resume: async ({ input: { companyId, connectionId }, caller, tx }) => {
      // Also after something was put right at the vendor: the next run finds out.
      const { provider } = await changeState(
        tx,
        caller,
        connectionId,
        ["paused", "needs attention"],
        "connected",
        now(),
      );
      return {
        answer: await summaryOf(tx, companyId, connectionId),
        entry: { subject: connectionId, details: { provider } },
      };
    },
    collect: collectOnDemand(deps),
    configure: configureConnection(deps),
    disconnect: disconnectProvider(deps),
  };
}
