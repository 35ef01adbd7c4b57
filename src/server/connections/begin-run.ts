import type { Connector, Settings } from "#connectors/connector.ts";
import type { Exception } from "#connectors/exceptions.ts";
import type { SettingSet } from "#connectors/who-set.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Tx } from "../db/as-caller.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import type { CompanyKey } from "../blobs/company-keys.ts";
import { keepClaim } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { findLastRun } from "./last-run.ts";
import type { LastRun } from "./last-run.ts";
import { partsOf } from "./parts.ts";
import { readExceptions } from "./read-exceptions.ts";
import { readSettingsSet } from "./who-set.ts";
import type { Parts, StepSoFar } from "./parts.ts";
import type { CollectedConnection } from "./vendor-client.ts";
import type { Connectors } from "./connectors.ts";
import type { Keys } from "../keys/keys.ts";

interface Deps {
  readonly connectors: Connectors;
  readonly keys: Keys;
  readonly now: () => Date;
}

/** What a run starts from, read in one transaction. */
export interface Beginning {
  readonly connection: CollectedConnection;
  readonly connector: Connector;
  /** What the company set, or what holds without. */
  readonly settings: Settings;
  /** Approvals of the company that leave resources of this system out now. */
  readonly exceptions: readonly Exception[];
  /** Who set the settings. */
  readonly settingsSet: readonly SettingSet[];
  readonly slot: Date;
  readonly startedAt: Date;
  readonly storageLocationId: string;
  readonly key: CompanyKey;
  readonly parts: Parts;
  /** What an interrupted attempt left, by step: by the same settings, and no older than it may be gone on from. */
  readonly before: Map<string, StepSoFar>;
  readonly last: LastRun | undefined;
}

/** Cursors of vendors end: a step that was interrupted longer ago begins again. */
const RESUME_MS = 2 * 60 * 60_000;

/** Reads what a run needs, as the connection. Undefined where this installation has no such connector any more. */
export async function beginRun(tx: Tx, claim: Claim, { connectors, keys, now }: Deps): Promise<Beginning | undefined> {
  const connection = await readConnection(tx, claim);
  const connector = connectors.find(connection.provider);
  if (!connector) return undefined;
  const run = await tx
    .selectFrom("app.collection_runs as r")
    .innerJoin("app.companies as c", "c.id", "r.company_id")
    .select(["r.slot", "r.started_at", "c.storage_location_id"])
    .where("r.company_id", "=", claim.companyId)
    .where("r.id", "=", claim.runId)
    .executeTakeFirstOrThrow();
  const at = now();
  const key = await getCompanyKey(tx, keys, claim.companyId);
  const { method, typed, accountId } = connection;
  const settings = settingsOf(connection, connector);
  const parts = partsOf(claim, key, JSON.stringify([connector.manifest.version, method, typed, accountId, settings]));
  const before = await parts.read(tx);
  for (const [step, { at: written, report }] of before) {
    if (report || at.getTime() - written.getTime() <= RESUME_MS) continue;
    await parts.forget(tx, step);
    before.delete(step);
  }
  const [first] = connector.steps;
  const sizes = { stepsDone: 0, stepsTotal: connector.steps.length, items: 0, requests: 0 };
  await keepClaim(tx, claim, { step: first?.title ?? "", ...sizes }, at);
  return {
    connection,
    connector,
    settings,
    exceptions: await readExceptions(tx, at),
    settingsSet: await readSettingsSet(tx),
    slot: run.slot,
    startedAt: run.started_at ?? at,
    storageLocationId: run.storage_location_id,
    key,
    parts,
    before,
    last: await findLastRun(tx, claim),
  };
}

/** Settings that no longer fit count as none at all. */
function settingsOf(connection: CollectedConnection, { manifest }: Connector): Settings {
  const read = manifest.settings.safeParse(connection.settings);
  return read.success ? read.data : manifest.settings.parse({});
}

/** The connection of a run, as itself. */
export async function readConnection(tx: Tx, { companyId, connectionId }: Claim): Promise<CollectedConnection> {
  const row = await tx
    .selectFrom("app.connections")
    .select(["provider", "method", "typed", "account_id", "account_label", "source", "settings"])
    .where("company_id", "=", companyId)
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  return {
    companyId,
    id: connectionId,
    provider: row.provider as ProviderKey,
    method: row.method,
    typed: row.typed as Readonly<Record<string, string>>,
    accountId: row.account_id,
    accountLabel: row.account_label,
    source: row.source,
    settings: row.settings,
  };
}
