import type { Kysely } from "kysely";
import { lateAfterMinutes } from "#domain/collection-schedule.ts";
import { attentionOf } from "#domain/installation-health.ts";
import { jobKindNames, labelOfJob } from "#domain/job-kinds.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { faultOf, storageFaults, writeFaults } from "../blobs/ready-stores.ts";
import { fail } from "../app-error.ts";
import { callFunction } from "../db/functions.ts";
import type { AnswerOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { DB } from "../db/types.gen.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { OwnSigner } from "../ledger/signer.ts";
import { archivingFailsSince } from "./archiving.ts";
import { aheadOfDatabase } from "./clocks.ts";
import { foldersOf, roomAt, roomOfEach } from "./disk.ts";
import { GONE_MS } from "./processes.ts";
import type { ThisProcess } from "./processes.ts";

export interface InstallationDeps {
  readonly dataDir: string | undefined;
  /** Every place where files lie. */
  readonly stores: Parameters<typeof storageFaults>[0] &
    Parameters<typeof writeFaults>[0] &
    Readonly<Record<"us" | "eu", Pick<BlobStore, "fileOf">>>;
  /** Folders besides that fill up: those of anchors and backups. */
  readonly folders?: readonly string[] | undefined;
  /** Where what was signed is remembered. */
  readonly anchors: Pick<AnchorStore, "assertReady">;
  /** Why the standby answers no reads; undefined where there is none. */
  readonly standbyFault?: (() => string | undefined) | undefined;
  readonly now: () => Date;
  readonly process: ThisProcess;
  readonly collectEveryMinutes: number;
  /** How often a backup is written unasked; undefined where none is. */
  readonly backupEveryMinutes?: number | undefined;
  readonly supportEmail: string | undefined;
  /** Where this very process signs. */
  readonly ownSigner: OwnSigner | undefined;
}

/**
 * How the installation is, in counts: no company is named. Asked by a platform admin in their transaction, or by a process as the role
 * of workers. Refuses `forbidden`.
 */
export async function readInstallation(deps: InstallationDeps, db: Tx | Kysely<DB>) {
  const { dataDir, process: self, collectEveryMinutes, supportEmail, ownSigner } = deps;
  const at = deps.now();
  const counted = await callFunction(db, "app.job_queues", [at]);
  // Nobody reminds anybody where there is no address.
  const queues = inOrder(counted).filter(({ queue }) => queue !== "reminders" || supportEmail !== undefined);
  const lateAfter = lateAfterMinutes(collectEveryMinutes);
  const late = new Date(at.getTime() - lateAfter * 60_000);
  const total = (await callFunction(db, "app.installation", [late]))[0] ?? fail("forbidden");
  const [backup] = await callFunction(db, "app.backup_health", [at]);
  const [scrub] = await callFunction(db, "app.scrub_health", []);
  const [signing] = await callFunction(db, "app.signing_health", []);
  const unsignedLedgers = await callFunction(db, "app.stopped_ledgers", []);
  const processes = await readProcesses(self, db, at);
  const disk = await roomAt(dataDir);
  const folders = await roomOfEach([...foldersOf(Object.values(deps.stores)), ...(deps.folders ?? [])]);
  const clockAheadMs = await aheadOfDatabase(deps.now, db);
  const archiveFailsSince = await archivingFailsSince(db);
  const storage = await storageFaults(deps.stores);
  const anchorsFault = await faultOf({ assertReady: async () => await deps.anchors.assertReady?.() });
  const attention = attentionOf({
    at,
    processes,
    queues,
    lateConnections: total.late,
    lateAfterMinutes: lateAfter,
    disk,
    folders,
    clockAheadMs,
    archiveFailsSince,
    unsignedLedgers,
    signs: ownSigner !== undefined || processes.some(({ role }) => role === "signer"),
    storage,
    unwritable: writeFaults(deps.stores, storage),
    anchors: anchorsFault ?? null,
    standbyFault: deps.standbyFault?.() ?? null,
    files: {
      damaged: scrub?.damaged ?? 0,
      checkedAt: scrub?.finished_at ?? null,
      since: scrub?.oldest ? (scrub.began_at ?? scrub.oldest) : null,
    },
    backupEveryMinutes: deps.backupEveryMinutes ?? null,
    backup: {
      writtenAt: backup?.written_at ?? null,
      goodAt: backup?.good_at ?? null,
      testedAt: backup?.tested_at ?? null,
      fault: backup?.fault ?? null,
      refused: backup?.refused ?? null,
    },
    unsignedSince: signing?.waiting_since ?? null,
  });
  return { at, queues, lateAfter, total, backup, scrub, signing, unsignedLedgers, processes, disk, attention };
}

export type Installation = Awaited<ReturnType<typeof readInstallation>>;

/** Every kind of work in its order, also those that nothing waits for; at the end what only another version knows. */
function inOrder(rows: AnswerOf<"app.job_queues">) {
  const none = { waiting: 0, running: 0, retrying: 0, failed: 0, dead: 0, oldest: null, attempts: 0 };
  const strange = rows.filter(({ queue }) => !jobKindNames.some((name) => name === queue));
  const known = jobKindNames.map((queue) => rows.find((row) => row.queue === queue) ?? { queue, ...none });
  return [...known, ...strange].map((row) => ({ ...row, label: labelOfJob(row.queue) }));
}

/** This one, too, when it has no line of its own: a demo visit is part of the process that serves it. */
async function readProcesses(self: ThisProcess, db: Tx | Kysely<DB>, at: Date) {
  const rows = await db
    .selectFrom("app.processes")
    .select(["id", "role", "version", "node_version", "started_at", "last_seen_at"])
    .where("last_seen_at", ">", new Date(at.getTime() - GONE_MS))
    .orderBy("started_at")
    .execute();
  const own = { ...self, node_version: self.nodeVersion, started_at: self.startedAt, last_seen_at: at };
  return rows.some(({ id }) => id === self.id) ? rows : [...rows, own];
}
