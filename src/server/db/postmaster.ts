import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A PostgreSQL server that runs on this machine and listens on a socket in `socketFolder`. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
}

const PORT = 5432;

/** The server that has `dataFolder` open, whoever started it, or undefined. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const file = pidFile(dataFolder);
  if (!existsSync(file)) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, … (src/include/utils/pidfile.h)
  const [pid, , , , socketFolder] = readFileSync(file, "utf8").split("\n");
  return isPostmaster(Number(pid), dataFolder) ? { pid: Number(pid), socketFolder: socketFolder ?? "" } : undefined;
}

/**
 * Removes the pid file that a killed server has left behind when its pid belongs to another program, or to a process
 * that nobody has reaped: PostgreSQL would take either for a running server. Call it when none runs.
 */
export function removeStalePidFile(dataFolder: string): void {
  const file = pidFile(dataFolder);
  if (existsSync(file) && isAlive(Number.parseInt(readFileSync(file, "utf8"), 10))) rmSync(file);
}

function pidFile(dataFolder: string): string {
  return join(dataFolder, "postmaster.pid");
}

/**
 * Whether this pid is the server of `dataFolder`; a zombie, which has no command line any more, is not. A process that lives, and that
 * nobody can look at because we have no descriptors left, is taken for it: only the kernel says that a server ended.
 */
export function isPostmaster(pid: number, dataFolder: string, read = commandLine): boolean {
  if (!isAlive(pid)) return false;
  try {
    return `${read(pid)} `.includes(` -D ${dataFolder} `);
  } catch (error) {
    return NO_DESCRIPTORS.has((error as NodeJS.ErrnoException).code ?? "");
  }
}

const NO_DESCRIPTORS = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function commandLine(pid: number): string {
  if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
}

/** Recovery after a crash takes as long as there is work to redo. */
const PATIENCE = 120_000;

/** Waits until a server accepts connections: true. False when it is not `alive` any more, or after two minutes. */
export async function waitUntilReady(socketFolder: string, alive: () => boolean): Promise<boolean> {
  const deadline = performance.now() + PATIENCE;
  while (alive() && performance.now() < deadline) {
    if (existsSync(join(socketFolder, `.s.PGSQL.${PORT}`)) && (await answers(socketFolder))) return true;
    await sleep(10);
  }
  return false;
}

/** As whom and where the administrator connects. */
export function connectionTo(socketFolder: string, password: string): pg.ClientConfig {
  return { host: socketFolder, port: PORT, user: "postgres", password, database: "postgres" };
}

/** A server that asks for a password is up. */
async function answers(socketFolder: string): Promise<boolean> {
  const client = new pg.Client(connectionTo(socketFolder, "none"));
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return ASKS_WHO.has((error as { code?: string }).code ?? "");
  }
}

/** invalid_password, and invalid_authorization_specification (PostgreSQL, appendix A). */
const ASKS_WHO = new Set(["28P01", "28000"]);

/** A libpq-style URL of the administrator's database; `new URL()` can change its database and user. */
export function adminUrl(socketFolder: string, password: string): string {
  return `postgres://postgres:${password}@localhost:${PORT}/postgres?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * Stops the server: open transactions are rolled back, everything committed is flushed. After `patience`
 * milliseconds it is made to stop at once, which loses nothing either: the next start replays its log.
 */
export async function stopPostmaster({ pid }: Postmaster, dataFolder: string, patience = 5_000): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!isPostmaster(pid, dataFolder)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + patience;
    while (isPostmaster(pid, dataFolder) && performance.now() < deadline) await sleep(10);
  }
  if (isPostmaster(pid, dataFolder)) throw new Error(`The embedded PostgreSQL (pid ${pid}) does not stop.`);
}
