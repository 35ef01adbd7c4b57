import { lateAfterMinutes } from "#domain/collection-schedule.ts";
import { attentionOf } from "#domain/installation-health.ts";
import { jobKindNames, labelOfJob } from "#domain/job-kinds.ts";
import { callFunction } from "../db/functions.ts";
import type { AnswerOf, RowOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { knownMigrations } from "../db/migrate.ts";
import { fail } from "../app-error.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { OwnSigner } from "../ledger/signer.ts";
import { roomAt } from "./disk.ts";
import { GONE_MS } from "./processes.ts";
import type { ThisProcess } from "./processes.ts";

export interface Deps {
  readonly anchors: AnchorStore;
  readonly dataDir: string | undefined;
  readonly now: () => Date;
  readonly process: ThisProcess;
  readonly collectEveryMinutes: number;
  readonly supportEmail: string | undefined;
  /** Where this very process signs. */
  readonly ownSigner: OwnSigner | undefined;
}

/** How the installation is, in counts: no company is named. Refuses `forbidden`. */
export async function describeInstallation(deps: Deps, tx: Tx) {
  const { anchors, dataDir, process: self, collectEveryMinutes, supportEmail, ownSigner } = deps;
  const at = deps.now();
  const counted = await callFunction(tx, "app.job_queues", [at]);
  // Nobody reminds anybody where there is no address.
  const queues = inOrder(counted).filter(({ queue }) => queue !== "reminders" || supportEmail !== undefined);
  const dead = await callFunction(tx, "app.dead_jobs", []);
  const lateAfter = lateAfterMinutes(collectEveryMinutes);
  const late = new Date(at.getTime() - lateAfter * 60_000);
  const total = (await callFunction(tx, "app.installation", [late]))[0] ?? fail("forbidden");
  const [backup] = await callFunction(tx, "app.backup_health", []);
  const unsignedLedgers = await callFunction(tx, "app.stopped_ledgers", []);
  const processes = await readProcesses(self, tx, at);
  const disk = await roomAt(dataDir);
  const migrations = await knownMigrations();
  return {
    at: at.toISOString(),
    version: self.version,
    nodeVersion: self.nodeVersion,
    processes,
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
}

/** Every kind of work in its order, also those that nothing waits for; at the end what only another version knows. */
function inOrder(rows: AnswerOf<"app.job_queues">) {
  const none = { waiting: 0, running: 0, retrying: 0, failed: 0, dead: 0, oldest: null };
  const strange = rows.filter(({ queue }) => !jobKindNames.some((name) => name === queue));
  const known = jobKindNames.map((queue) => rows.find((row) => row.queue === queue) ?? { queue, ...none });
  return [...known, ...strange].map((row) => ({ ...row, label: labelOfJob(row.queue) }));
}

type Queue = ReturnType<typeof inOrder>[number];
const describeQueue = ({ failed, dead, oldest, ...queue }: Queue) => ({
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

function describeBackup(backup: RowOf<"app.backup_health">) {
  const { written_at: writtenAt, bytes, tested_at: at, tested_written_at: of, fault } = backup;
  const test = at && of ? { at: at.toISOString(), of: of.toISOString(), fault } : null;
  return { writtenAt: writtenAt.toISOString(), bytes, test };
}

/** This one, too, when it has no line of its own: a demo visit is part of the process that serves it. */
async function readProcesses(self: ThisProcess, tx: Tx, at: Date) {
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
