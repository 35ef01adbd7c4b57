import { sql } from "kysely";
import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import { providers } from "#catalog/providers.ts";
import { providerKeys } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { listChanges } from "../connections/change-list.ts";
import { getConnectionDetail, providerOf } from "../connections/connection-detail.ts";
import { getConnection, listConnections } from "../connections/connection-list.ts";
import { presentMethod, presentScopes } from "../connections/link-methods.ts";
import type { LinkFacts } from "../connections/link-methods.ts";
import { redirectUriOf } from "../connections/linking/begin-link.ts";
import { linkAccount, linkAgain } from "../connections/linking/link-account.ts";
import { askForRun, holdConnection, newSource } from "../connections/own-connection.ts";
import type { ConnectionState } from "../connections/own-connection.ts";
import { getRun, listRuns } from "../connections/run-list.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { AskingMember, HandlersOf } from "./handlers.ts";

const inBeta = new Set(providers.filter(({ beta }) => beta).map(({ key }) => key));

async function hasBeta(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`SELECT app.has_feature('integrations-beta') AS on`.execute(tx);
  return rows[0]?.on === true;
}

export function connectionHandlers(services: Services): HandlersOf<"connections"> {
  const { connectors, linkDesk, now } = services;
  const clock = () => ({ everyMinutes: services.collectEveryMinutes, now: now() });
  const connectorOf = async (tx: Tx, companyId: string, connectionId: string) =>
    connectors.find((await providerOf(tx, companyId, connectionId)) as ProviderKey);
  const summaryOf = (tx: Tx, companyId: string, connectionId: string) =>
    getConnection(tx, companyId, connectionId, clock());
  /** What a method's instructions name: what somebody has to enter at the vendor. */
  const factsOf = (companyId: string, connector: Connector | undefined, method: LinkMethod): LinkFacts => ({
    redirectUri: redirectUriOf(linkDesk.appUrl, connector?.manifest.id ?? ""),
    externalId: linkDesk.externalId(companyId),
    principal: linkDesk.setting("AWS_PRINCIPAL_ARN") ?? "",
    scopes: (method.oauth && method.oauth.scopes.length > 1
      ? method.oauth.scopes
      : (connector?.manifest.scopes.required.map(({ name }) => name) ?? [])
    ).join(", "),
  });
  /** A connection in one of these states goes over to another. */
  const move = async (
    tx: Tx,
    caller: AskingMember,
    connectionId: string,
    from: readonly ConnectionState[],
    to: ConnectionState,
  ) => {
    const held = await holdConnection(tx, caller.companyId, connectionId);
    if (!from.includes(held.state)) refuse("connection-not-ready");
    await tx
      .updateTable("app.connections")
      .set({
        state: to,
        attention: null,
        // Whoever lets it collect answers for it from then on.
        ...(to === "connected" && { connected_by: caller.userId }),
        ...(to === "disconnected" && { disconnected_at: now() }),
      })
      .where("company_id", "=", caller.companyId)
      .where("id", "=", connectionId)
      .execute();
    return held;
  };
  return {
    list: async ({ input, tx }) => {
      const beta = await hasBeta(tx);
      const all = await listConnections(tx, input.companyId, clock());
      return providerKeys
        .filter((key) => beta || !inBeta.has(key))
        .map((provider) => {
          const connector = connectors.find(provider);
          return {
            provider,
            methods: connectors
              .methods(provider)
              .map((method) => presentMethod(method, factsOf(input.companyId, connector, method))),
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
    link: async ({ input: { provider, method, values }, caller, tx }) => {
      if (inBeta.has(provider) && !(await hasBeta(tx))) refuse("not-found");
      const connector = connectors.find(provider) ?? refuse("connector-unavailable");
      const linked = await linkAccount(tx, services, caller, connector, { method, values });
      return { answer: linked, entry: { subject: linked.connectionId, details: { provider, method } } };
    },
    reconnect: async ({ input: { connectionId, method, values }, caller, tx }) => {
      const { provider, ...answer } = await linkAgain(tx, services, caller, connectionId, { method, values });
      return { answer, entry: { subject: connectionId, details: { provider, method } } };
    },
    confirm: async ({ input: { companyId, connectionId }, caller, tx }) => {
      const held = await move(tx, caller, connectionId, ["confirming"], "connected");
      const source = held.source ?? (await newSource(tx, companyId, held));
      await tx
        .updateTable("app.connections")
        .set({ source, connected_at: now() })
        .where("company_id", "=", companyId)
        .where("id", "=", connectionId)
        .execute();
      await askForRun(tx, caller, connectionId, "first", now());
      return {
        answer: await summaryOf(tx, companyId, connectionId),
        entry: {
          subject: connectionId,
          details: { provider: held.provider, account: held.account_label, accountId: held.account_id },
        },
      };
    },
    pause: async ({ input: { companyId, connectionId }, caller, tx }) => {
      const { provider } = await move(tx, caller, connectionId, ["connected"], "paused");
      return {
        answer: await summaryOf(tx, companyId, connectionId),
        entry: { subject: connectionId, details: { provider } },
      };
    },
    resume: async ({ input: { companyId, connectionId }, caller, tx }) => {
      // Also after something was put right at the vendor: the next run finds out.
      const { provider } = await move(tx, caller, connectionId, ["paused", "needs attention"], "connected");
      return {
        answer: await summaryOf(tx, companyId, connectionId),
        entry: { subject: connectionId, details: { provider } },
      };
    },
    collect: async ({ input: { companyId, connectionId }, caller, tx }) => {
      const { rows } = await sql<{ provider: string; state: string }>`SELECT provider, state FROM app.connections
        WHERE company_id = ${companyId} AND id = ${connectionId}`.execute(tx);
      const held = rows[0] ?? refuse("not-found");
      if (held.state !== "connected") refuse("connection-not-ready");
      const runId = await askForRun(tx, caller, connectionId, "asked", now());
      const { steps: _, ...run } = await getRun(tx, companyId, connectionId, runId);
      return { answer: run, entry: { subject: connectionId, details: { provider: held.provider, run: runId } } };
    },
    configure: async ({ input: { companyId, connectionId, settings }, caller, tx }) => {
      const { provider } = await holdConnection(tx, caller.companyId, connectionId);
      const connector = connectors.find(provider) ?? refuse("connection-input");
      const read = connector.manifest.settings.safeParse(settings);
      if (!read.success) return refuse("connection-input", read.error);
      await tx
        .updateTable("app.connections")
        .set({ settings: JSON.stringify(read.data) })
        .where("company_id", "=", companyId)
        .where("id", "=", connectionId)
        .execute();
      return {
        answer: await getConnectionDetail(tx, companyId, connectionId, clock(), connector),
        entry: { subject: connectionId, details: { provider, settings: JSON.stringify(read.data).slice(0, 2_000) } },
      };
    },
    disconnect: async ({ input: { companyId, connectionId }, caller, tx }) => {
      const before = await holdConnection(tx, companyId, connectionId);
      const { provider, account_label: account } = before;
      if (before.state === "disconnected")
        return { answer: await summaryOf(tx, companyId, connectionId), entry: "unchanged" };
      await move(tx, caller, connectionId, [before.state], "disconnected");
      return {
        answer: await summaryOf(tx, companyId, connectionId),
        entry: { subject: connectionId, details: { provider, account } },
      };
    },
  };
}
