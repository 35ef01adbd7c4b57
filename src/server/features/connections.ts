import { sql } from "kysely";
import { providers } from "#catalog/providers.ts";
import { providerKeys } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { listChanges } from "../connections/change-list.ts";
import { getConnectionDetail, providerOf } from "../connections/connection-detail.ts";
import { listConnections } from "../connections/connection-list.ts";
import { presentMethod, presentScopes } from "../connections/link-methods.ts";
import { getRun, listRuns } from "../connections/run-list.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

const inBeta = new Set(providers.filter(({ beta }) => beta).map(({ key }) => key));

async function hasBeta(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`SELECT app.has_feature('integrations-beta') AS on`.execute(tx);
  return rows[0]?.on === true;
}

export function connectionHandlers({ connectors, appUrl, now }: Services): HandlersOf<"connections"> {
  const none = () => refuse("not-found");
  const clock = () => ({ everyMinutes: 60, now: now() });
  const connectorOf = async (tx: Tx, companyId: string, connectionId: string) =>
    connectors.find((await providerOf(tx, companyId, connectionId)) as ProviderKey);
  return {
    list: async ({ input, tx }) => {
      const beta = await hasBeta(tx);
      const all = await listConnections(tx, input.companyId, clock());
      return providerKeys
        .filter((key) => beta || !inBeta.has(key))
        .map((provider) => {
          const connector = connectors.find(provider);
          const facts = { redirectUri: `${appUrl}/integrations/callback/${provider}` };
          return {
            provider,
            methods: connectors.methods(provider).map((method) => presentMethod(method, facts)),
            scopes: connector ? presentScopes(connector) : [],
            connections: all.filter((connection) => connection.provider === provider),
          };
        });
    },
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
    link: async () => none(),
    reconnect: async () => none(),
    confirm: async () => none(),
    pause: async () => none(),
    resume: async () => none(),
    collect: async () => none(),
    configure: async () => none(),
    disconnect: async () => none(),
  };
}
