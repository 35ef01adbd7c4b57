import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { makeDataDir } from "../data-dir.ts";
import { tryLock, waitForLock } from "../kernel-lock.ts";
import { makePrivateFolder } from "./postgres-account.ts";
import { bundledBinaries, reachableBinaries } from "./postgres-binaries.ts";
import { createCluster, findDataFolder } from "./postgres-data-folder.ts";
import type { DataFolder } from "./postgres-data-folder.ts";
import { launchPostmaster } from "./postgres-launch.ts";
import { administratorPassword, admitByPassword, opensBySocket } from "./postgres-password.ts";
import {
  adminUrl,
  findPostmaster,
  isPostmaster,
  removeStalePidFile,
  stopPostmaster,
  waitUntilReady,
} from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { noteSeat, refuseUnreachable, refuseUnseen } from "./postgres-seat.ts";

/** A PostgreSQL of our own that is up and answers. */
export interface EmbeddedPostgres {
  /** Connects as the superuser, with its password, over the Unix socket, to the database `postgres`. */
  readonly url: string;
  readonly pid: number;
  /** Gives up this process's share; the server stops when that was the last one. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** A folder with `initdb` and `postgres` of another version, such as /usr/lib/postgresql/15/bin. */
  readonly binaries?: string;
  /** Server settings on top of ours, for instance `{ max_connections: "200" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Trades durability for speed: for tests, whose data nobody misses. */
  readonly throwAway?: boolean;
  /** Told what an operator should know, one sentence at a time. */
  readonly log?: (line: string) => void;
}

/** Another process may be starting or stopping the server; the longest is a crash recovery. */
const PATIENCE = 150_000;

/**
 * Starts PostgreSQL on `dataDir`/pg, creating the cluster the first time, or shares the server that another process
 * has running there or that a killed one has left behind. Only a Unix socket listens, and nobody is admitted without a password. Throws a sentence that ends
 * with PostgreSQL's own reason, and {@link DatabaseInUseElsewhere} where somebody uses a server there that cannot be reached from here.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  makeDataDir(dataDir);
  const home = realpathSync(dataDir);
  const log = options.log ?? (() => {});
  return inTurn(home, async () => {
    const folder = findDataFolder(home, log);
    const postmaster = (await shareRunning(home, folder)) ?? (await start(home, folder, options, log));
    noteSeat(home, postmaster.socketFolder);
    const share = await waitForLock(usersFile(home), PATIENCE, "together");
    return {
      url: adminUrl(postmaster.socketFolder, administratorPassword(home)),
      pid: postmaster.pid,
      stop: () =>
        inTurn(home, async () => {
          share.release();
          await stopUnlessUsed(home, postmaster, folder);
        }),
    };
  });
}

/** One process at a time starts or stops the server of a DATA_DIR. */
async function inTurn<T>(home: string, work: () => Promise<T>): Promise<T> {
  const turn = await waitForLock(join(home, "postgres.turn.lock"), PATIENCE);
  try {
    return await work();
  } finally {
    turn.release();
  }
}

/** Everyone who uses the server holds this lock together, so whoever can have it alone is the last. */
function usersFile(home: string): string {
  return join(home, "postgres.users.lock");
}

/** Somebody may serve it whom nobody sees from here: only a process that ended gives its lock back, wherever it runs. */
function isUsed(home: string): boolean {
  const alone = tryLock(usersFile(home));
  alone?.release();
  return alone === undefined;
}

async function shareRunning(home: string, { path }: DataFolder): Promise<Postmaster | undefined> {
  const found = findPostmaster(path);
  if (!found) return undefined;
  const reachable = () => isPostmaster(found.pid, path) && existsSync(found.socketFolder);
  if (await waitUntilReady(found.socketFolder, reachable)) return found;
  if (isUsed(home)) refuseUnreachable(home, found.socketFolder);
  // It runs but nobody can reach it, as when something has cleaned up its socket's folder.
  await stopPostmaster(found, path);
  return undefined;
}

async function start(
  home: string,
  folder: DataFolder,
  options: EmbeddedPostgresOptions,
  log: (line: string) => void,
): Promise<Postmaster> {
  const socketFolder = socketFolderFor(folder.path);
  if (isUsed(home)) refuseUnseen(home, socketFolder);
  const binaries = reachableBinaries(options.binaries ?? bundledBinaries(), folder.account, log);
  createCluster(binaries, folder, options.throwAway ?? false);
  const isNew = opensBySocket(home, folder.path);
  removeStalePidFile(folder.path);
  // A killed server has left its socket there, and a lock with a pid that may be anyone's by now.
  rmSync(socketFolder, { recursive: true, force: true });
  makePrivateFolder(socketFolder, folder.account);
  const settings = settingsFor(socketFolder, options);
  const postmaster = await launchPostmaster({
    binaries,
    folder,
    socketFolder,
    settings,
    logFile: join(home, "postgres.log"),
  });
  if (isNew) await admitByPassword(home, folder.path, postmaster);
  return postmaster;
}

/** Short, because the path of a Unix socket may have no more than about 100 bytes. */
function socketFolderFor(dataFolder: string): string {
  const name = `exhibit-${createHash("sha256").update(dataFolder).digest("hex").slice(0, 12)}`;
  const preferred = join(tmpdir(), name);
  return preferred.length < 80 ? preferred : join("/tmp", name);
}

function settingsFor(socketFolder: string, { settings, throwAway }: EmbeddedPostgresOptions): Record<string, string> {
  return {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    // Pools of the processes that share it, and four for each of the demo visits.
    max_connections: "200",
    // Its log is for operators: a failing statement would bring customers' values into it.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    ...(!throwAway && tunedTo(memoryBytes())),
    ...(throwAway && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...settings,
  };
}

const MIB = 1024 * 1024;

/** What this process and its children may use: the machine's memory, or what a container is held to. */
function memoryBytes(): number {
  const held = process.constrainedMemory();
  return held > 0 ? Math.min(totalmem(), held) : totalmem();
}

/**
 * Settings that fit the machine. PostgreSQL's own are for one with a turning disk, and half a gigabyte of pages is enough for what we ask
 * again and again: the rest is left to the machine's cache of files.
 */
export function tunedTo(bytes: number): Readonly<Record<string, string>> {
  const shared = Math.min(512, Math.max(128, Math.floor(bytes / 16 / MIB)));
  return {
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(shared, Math.floor(bytes / 2 / MIB))}MB`,
    random_page_cost: "1.1",
    // Statistics of what was just imported: without them many people are taken for one.
    autovacuum_naptime: "10s",
  };
}

async function stopUnlessUsed(home: string, postmaster: Postmaster, folder: DataFolder): Promise<void> {
  const alone = tryLock(usersFile(home));
  if (!alone) return;
  try {
    await stopPostmaster(postmaster, folder.path);
    // Where another one's is, PostgreSQL's account alone has said; what it names is not ours to remove.
    if (postmaster.socketFolder === socketFolderFor(folder.path))
      rmSync(postmaster.socketFolder, { recursive: true, force: true });
  } finally {
    alone.release();
  }
}
