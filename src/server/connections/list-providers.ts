import { providerKeys } from "#domain/provider.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { callFunction } from "../db/functions.ts";
import { inBeta, hasBeta } from "./beta.ts";
import { listConnections } from "./connection-list.ts";
import type { Connectors } from "./connectors.ts";
import { linkFacts } from "./link-facts.ts";
import { presentMethod, presentScopes } from "./link-methods.ts";
import type { ConnectService } from "./linking/begin-link.ts";

interface Deps {
  readonly connectors: Connectors;
  readonly connectService: ConnectService;
  readonly collectEveryMinutes: number;
  readonly now: () => Date;
}

/** Every provider that the caller is offered or has, with the ways to connect it here, and the connections that the company has. */
export function listProviders({
  connectors,
  connectService,
  collectEveryMinutes,
  now,
}: Deps): HandlersOf<"connections">["list"] {
  return async ({ input, tx }) => {
    const beta = await hasBeta(tx);
    const operates = (await callFunction(tx, "app.is_platform_admin", [])) === true;
    const all = await listConnections(tx, input.companyId, { everyMinutes: collectEveryMinutes, now: now() });
    return providerKeys
      .filter((key) => beta || !inBeta.has(key))
      .filter(
        (key) =>
          key !== "installation" ||
          all.some(({ provider }) => provider === key) ||
          (operates && connectors.methods(key).length > 0),
      )
      .map((provider) => {
        const connector = connectors.find(provider);
        return {
          provider,
          methods: connectors
            .methods(provider)
            .map((method) => presentMethod(method, linkFacts(connectService, input.companyId, connector, method))),
          scopes: connector ? presentScopes(connector) : [],
          connections: all.filter((connection) => connection.provider === provider),
        };
      });
  };
}
