import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** A lock that lasts until it is released or its process ends, however it ends. */
export interface KernelLock {
  release(): void;
}

/** alone: nobody else holds it in any way. together: any number may, as long as nobody holds it alone. */
export type LockMode = "alone" | "together";

// A connection that is garbage collected closes its file, and the lock with it: what is held is kept reachable.
const held = new Set<DatabaseSync>();

/**
 * Takes the lock on `file` (created when absent; its folder must exist) or answers undefined at once when someone
 * else, in this process or another, holds it. The kernel keeps the lock, so a killed process leaves none behind.
 *
 * Node has no flock; SQLite takes POSIX record locks, which serve as well. Those fall when the process closes *any*
 * handle of the file, so nothing may open a lock file except through here.
 */
export function tryLock(file: string, mode: LockMode = "alone"): KernelLock | undefined {
  const connection = new DatabaseSync(file);
  try {
    // A read transaction is SQLite's shared lock, and it begins with the first read.
    connection.exec(mode === "alone" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(connection);
  return {
    release() {
      if (held.delete(connection)) connection.close();
    },
  };
}

/** Takes the lock as soon as it is free. Throws an error naming the file after `patience` milliseconds. */
export async function waitForLock(file: string, patience: number, mode: LockMode = "alone"): Promise<KernelLock> {
  const deadline = performance.now() + patience;
  for (;;) {
    const lock = tryLock(file, mode);
    if (lock) return lock;
    if (performance.now() > deadline) throw new Error(`${file} is still locked by another process.`);
    await sleep(20);
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
