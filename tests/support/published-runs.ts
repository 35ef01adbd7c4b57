import { randomUUID } from "node:crypto";
import path from "node:path";
import { pino } from "pino";
import { connectors } from "#connectors/index.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { beginRun } from "#server/connections/begin-run.ts";
import { asConnection, beginCollection } from "#server/connections/claims.ts";
import { publishRun } from "#server/connections/publish-run.ts";
import type { Collecting } from "#server/connections/run-collection.ts";
import type { EvidenceItem } from "#connectors/connector.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { exhibitFrom, exhibitOf } from "./judged-bundle.ts";
import type { RunningApp } from "./running-app.ts";

/** A connection of a running app with GitHub, whose runs bring what {@link exhibitOf} holds. */
export interface PublishingConnection {
  /** Publishes a run of that moment; `seen` are the steps that it did not look at again, with when they were. */
  publish(at: Date, seen?: Readonly<Record<string, Date>>): Promise<void>;
}

/** What a connection other than that of GitHub brings: every step of its connector complete, with these items. */
interface Published {
  readonly provider: ProviderKey;
  /** Under which its results stand. */
  readonly source: string;
  readonly items: readonly EvidenceItem[];
}

/**
 * Connects a company in the database, as if somebody had linked an account, whose id is "1" and whose name is "acme"; its source is
 * "GitHub (acme)" unless another is given.
 */
export async function publishingConnection(
  { database, folder }: RunningApp,
  companyId: string,
  judge: string,
  published?: Published,
): Promise<PublishingConnection> {
  const connectionId = randomUUID();
  const { provider = "github", source = "GitHub (acme)", items } = published ?? {};
  const connector = connectors.find(({ manifest }) => manifest.id === provider)!;
  const sealed = items ? exhibitFrom(connector, items, connector.manifest.settings.parse({}), judge) : exhibitOf(judge);
  await database.admin.query(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      SELECT $1, $2, $3, 'token', 'connected', '1', 'acme', $4, m.user_id, now()
      FROM app.company_members m WHERE m.company_id = $1 LIMIT 1`,
    [companyId, connectionId, provider, source],
  );
  return {
    publish: async (at, seen = {}) => {
      const deps: Collecting = {
        databases: database.databases,
        keys: database.keys,
        blobs: () => folderBlobStore(path.join(folder, "us")),
        connectors: { find: () => connector, methods: () => [] },
        now: () => at,
        log: pino({ level: "silent" }),
        openVendorClient: () => Promise.reject(new Error("nobody is asked")),
        everyMinutes: 60,
      };
      await database.admin.query(
        "INSERT INTO app.collection_runs (company_id, connection_id, slot, reason) VALUES ($1, $2, $3, 'asked')",
        [companyId, connectionId, at],
      );
      const claim = (await beginCollection(database.databases.worker, { companyId, connectionId }, at, 60))!;
      const begun = (await asConnection(database.databases.user, claim, (tx) => beginRun(tx, claim, deps)))!;
      const now = new Date(sealed.judged!.at);
      const document = {
        ...sealed,
        run: { id: claim.runId, slot: at.toISOString(), observedAt: at.toISOString() },
        results: judgeChecks(connector.checks, { ...sealed, settings: begun.settings, now }),
      };
      const seenAt = new Map(sealed.steps.map(({ step }) => [step, seen[step] ?? at]));
      const account = { id: "1", label: "acme", granted: undefined, facts: {} };
      await publishRun(deps, claim, begun, { account, missing: [], document, seenAt, requests: 1 });
    },
  };
}
