import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { knownMigrations } from "../db/migrate.ts";
import { labelOfJob } from "#domain/job-kinds.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { readInstallation } from "./read-installation.ts";
import type { Installation, InstallationDeps } from "./read-installation.ts";

export interface Deps extends InstallationDeps {
  readonly anchors: AnchorStore;
}

/** What a platform admin is shown of the installation. Refuses `forbidden`. */
export async function describeInstallation(deps: Deps, tx: Tx) {
  const { anchors, process: self } = deps;
  const { at, queues, lateAfter, total, backup, scrub, unsignedLedgers, processes, disk, attention } =
    await readInstallation(deps, tx);
  const dead = await callFunction(tx, "app.dead_jobs", []);
  const audits = await callFunction(tx, "app.installation_audits", []);
  const migrations = await knownMigrations();
  return {
    at: at.toISOString(),
    version: self.version,
    nodeVersion: self.nodeVersion,
    processes: processes.map((row) => ({
      id: row.id,
      role: row.role,
      version: row.version,
      nodeVersion: row.node_version,
      startedAt: row.started_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    })),
    queues: queues.map(describeQueue),
    deadJobs: dead.map(describeDead),
    collection: {
      connections: total.connections,
      late: total.late,
      lateAfterMinutes: lateAfter,
      newestSyncAt: total.newest_sync?.toISOString() ?? null,
    },
    database: {
      version: total.database_version,
      bytes: total.database_bytes,
      migrations: migrations.length,
      newestMigration: migrations.at(-1) ?? "",
    },
    disk,
    backup: backup ? describeBackup(backup) : null,
    files: {
      damaged: scrub?.damaged ?? 0,
      checkedAt: scrub?.finished_at?.toISOString() ?? null,
      checked: scrub?.checked ?? 0,
      total: scrub?.items ?? 0,
    },
    audits: audits.map(describeAudit),
    anchors: await anchors.protection(),
    unsignedLedgers,
    users: total.users,
    companies: total.companies,
    attention: attention.map(({ sentence }) => sentence),
  };
}

const describeQueue = ({ failed, dead, oldest, attempts: _, ...queue }: Installation["queues"][number]) => ({
  ...queue,
  failed: failed + dead,
  oldest: oldest?.toISOString() ?? null,
});

const describeDead = ({ id, kind, key, attempts, error, dead_at: at }: RowOf<"app.dead_jobs">) => ({
  id,
  queue: kind,
  label: labelOfJob(kind),
  key,
  attempts,
  error,
  failedAt: at.toISOString(),
});

const describeAudit = (audit: RowOf<"app.installation_audits">) => ({
  companyId: audit.company_id,
  connectionId: audit.connection_id,
  since: audit.connected_at?.toISOString() ?? null,
  observedAt: audit.observed_at?.toISOString() ?? null,
  paused: audit.state === "paused",
  needsAttention: audit.state === "needs attention",
});

function describeBackup(backup: RowOf<"app.backup_health">) {
  const { written_at: writtenAt, bytes, tested_at: at, tested_written_at: of, fault } = backup;
  const test = at && of ? { at: at.toISOString(), of: of.toISOString(), fault } : null;
  return writtenAt === null ? null : { writtenAt: writtenAt.toISOString(), bytes: bytes ?? 0, test };
}
