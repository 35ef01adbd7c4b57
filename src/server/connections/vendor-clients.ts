import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Connector } from "#connectors/connector.ts";
import { CredentialsRefused } from "#connectors/http.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { Egress } from "../outbound/egress.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import type { Keys } from "../keys/keys.ts";
import type { Logger } from "pino";
import { askThrough } from "./credentials/ask-vendor.ts";
import { openAuthorizer } from "./credentials/open-authorizer.ts";
import type { ConnectionsKey } from "./connections-key.ts";
import { noAnswerCache } from "./http/answer-cache.ts";
import type { AnswerCache } from "./http/answer-cache.ts";
import type { Authorizer } from "./http/authorizer.ts";
import { installationClient } from "./http/installation-http.ts";
import { openHttp } from "./http/open-http.ts";
import { openStoredAnswers } from "./http/stored-answers.ts";
import type { OpenProbe } from "./linking/finish-links.ts";
import { databaseVault } from "./vault.ts";
import type { OpenVendorClient } from "./vendor-client.ts";

interface Deps {
  readonly databases: Databases;
  readonly key: ConnectionsKey;
  readonly keys: Keys;
  readonly egress: Egress;
  readonly setting: (name: string) => string | undefined;
  readonly now: () => Date;
  readonly log: Logger;
  readonly appUrl: string;
}

/** The ways out to vendors: for the runs of a connection, with its sealed credentials, and for the probe of one that is being linked. */
export function openVendorClients(deps: Deps): {
  readonly openVendorClient: OpenVendorClient;
  readonly openProbe: OpenProbe;
} {
  const { databases, key, keys, egress, setting, now, log, appUrl } = deps;
  const httpOf = (
    connector: Connector,
    typed: Readonly<Record<string, string>>,
    authorizer: Authorizer,
    cache: AnswerCache,
    signal: AbortSignal,
  ) =>
    openHttp({
      manifest: connector.manifest,
      typed,
      authorizer,
      egress,
      cache,
      onRequest: (record) => log.debug({ provider: connector.manifest.id, request: record }, "asked a vendor"),
      now,
      sleep: (ms, stop) => setTimeout(ms, undefined, { signal: stop }),
      random: Math.random,
      signal,
    });
  return {
    openVendorClient: async ({ companyId, id: connectionId, method: methodId, typed }, connector, signal) => {
      const method = connector.manifest.methods.find((method) => method.id === methodId);
      if (!method) throw new CredentialsRefused("this way to connect is no longer there");
      if (method.kind === "own") return installationClient({ worker: databases.worker, connectionId, appUrl, now });
      const owner = { companyId, connectionId };
      const authorizer = await openAuthorizer({
        connectionId,
        manifest: connector.manifest,
        method,
        typed,
        vault: databaseVault({ db: databases.user, key, now }, owner),
        ask: askThrough(egress, signal),
        setting,
        now,
        newId: randomUUID,
      });
      const as: Parameters<typeof openStoredAnswers>[0]["transaction"] = (work) =>
        asCaller(databases.user, { userId: connectionId, companyId }, work);
      const companyKey = await as((tx) => getCompanyKey(tx, keys, companyId));
      const cache = openStoredAnswers({
        companyId,
        connectionId,
        key: companyKey.derive("collection cache"),
        transaction: as,
        now,
      });
      const way = httpOf(connector, typed, authorizer, cache, signal);
      return {
        http: way.http,
        granted: () => authorizer.granted?.(),
        requests: way.requests,
        close: async () => {
          way.close();
          // A connection that ended meanwhile keeps nothing.
          await cache.flush().catch((error: unknown) => log.debug({ err: error }, "answers were not kept"));
        },
      };
    },
    openProbe: (connector, typed, authorizer, signal) => {
      const way = httpOf(connector, typed, authorizer, noAnswerCache, signal);
      return { http: way.http, close: async () => way.close() };
    },
  };
}
