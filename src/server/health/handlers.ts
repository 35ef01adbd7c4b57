import { sql } from "kysely";
import { lateAfterMinutes } from "#domain/collection-schedule.ts";
import { attentionOf } from "#domain/installation-health.ts";
import type { Tx } from "../db/as-caller.ts";
import { knownMigrations } from "../db/migrate.ts";
import { roomAt } from "./disk.ts";
import { GONE_MS } from "./processes.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { OwnSigner } from "../ledger/signer.ts";
import type { ThisProcess } from "./processes.ts";

interface Deps {
  readonly anchors: AnchorStore;
  readonly dataDir: string | undefined;
  readonly now: () => Date;
  readonly process: ThisProcess;
  readonly collectEveryMinutes: number;
  /** Where this very process signs. */
  readonly ownSigner: OwnSigner | undefined;
}

interface Totals {
  readonly users: number;
  readonly companies: number;
  readonly connections: number;
  readonly late: number;
  readonly newest_sync: Date | null;
  readonly database_version: string;
  readonly database_bytes: number;
}

interface BackupFacts {
  readonly written_at: Date;
  readonly bytes: number;
  readonly tested_at: Date | null;
  readonly tested_written_at: Date | null;
  readonly fault: string | null;
}

interface Queue {
  readonly queue: string;
  readonly waiting: number;
  readonly failed: number;
  readonly oldest: Date | null;
}

function describeBackup(backup: BackupFacts) {
  const { written_at: writtenAt, bytes, tested_at: at, tested_written_at: of, fault } = backup;
  const test = at && of ? { at: at.toISOString(), of: of.toISOString(), fault } : null;
  return { writtenAt: writtenAt.toISOString(), bytes, test };
}

/** How the installation is, in counts: no company is named. */
export function healthHandlers({
  anchors,
  dataDir,
  now,
  process: self,
  collectEveryMinutes,
  ownSigner,
}: Deps): HandlersOf<"health"> {
  return {
    get: async ({ tx }) => {
      const at = now();
      const { rows: queues } = await sql<Queue>`SELECT * FROM app.queues()`.execute(tx);
      const lateAfter = lateAfterMinutes(collectEveryMinutes);
      const late = new Date(at.getTime() - lateAfter * 60_000);
      const { rows: totals } = await sql<Totals>`SELECT * FROM app.installation(${late})`.execute(tx);
      const total = totals[0] ?? refuse("forbidden");
      const { rows: backups } = await sql<BackupFacts>`SELECT * FROM app.backup_health()`.execute(tx);
      const backup = backups[0];
      const { rows: unsignedLedgers } = await sql<{
        failure: string;
        ledgers: number;
      }>`SELECT * FROM app.stopped_ledgers()`.execute(tx);
      const processes = await readProcesses(tx, at);
      const disk = await roomAt(dataDir);
      const migrations = await knownMigrations();
      return {
        at: at.toISOString(),
        version: self.version,
        nodeVersion: self.nodeVersion,
        processes,
        queues: queues.map((queue) => ({ ...queue, oldest: queue.oldest?.toISOString() ?? null })),
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
        anchors: await anchors.protection(),
        unsignedLedgers,
        users: total.users,
        companies: total.companies,
        attention: attentionOf({
          at,
          processes,
          queues,
          lateConnections: total.late,
          lateAfterMinutes: lateAfter,
          disk,
          unsignedLedgers,
          signs: ownSigner !== undefined || processes.some(({ role }) => role === "signer"),
          backup: backup ? { testedAt: backup.tested_at, fault: backup.fault } : null,
        }),
      };
    },
  };

  /** This one, too, when it has no line of its own: a demo visit is part of the process that serves it. */
  async function readProcesses(tx: Tx, at: Date) {
    const rows = await tx
      .selectFrom("app.processes")
      .select(["id", "role", "version", "node_version", "started_at", "last_seen_at"])
      .where("last_seen_at", ">", new Date(at.getTime() - GONE_MS))
      .orderBy("started_at")
      .execute();
    const own = { ...self, node_version: self.nodeVersion, started_at: self.startedAt, last_seen_at: at };
    const all = rows.some(({ id }) => id === self.id) ? rows : [...rows, own];
    return all.map((row) => ({
      id: row.id,
      role: row.role,
      version: row.version,
      nodeVersion: row.node_version,
      startedAt: row.started_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    }));
  }
}
