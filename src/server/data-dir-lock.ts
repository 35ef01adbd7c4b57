import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "./kernel-lock.ts";
import type { KernelLock } from "./kernel-lock.ts";
import { makeDataDir } from "./data-dir.ts";

/** Two servers on one DATA_DIR would write over each other's files; the message is for the person who starts it. */
export class DataDirInUse extends Error {
  override name = "DataDirInUse";

  constructor(dataDir: string, pid: string) {
    super(
      `DATA_DIR ${dataDir} is in use by another Exhibit process (pid ${pid}). Stop it, or choose another DATA_DIR.`,
    );
  }
}

/**
 * Makes this process the only one that serves from `dataDir` (an absolute path, created when absent), until the
 * lock is released or the process ends, kill -9 included. Throws DataDirInUse when another process is first.
 */
export function lockDataDir(dataDir: string): KernelLock {
  makeDataDir(dataDir);
  const lock = tryLock(join(dataDir, "exhibit.lock"));
  // The pid is for the message only, and stands beside the lock: reading the lock file itself would drop the lock.
  const pidFile = join(dataDir, "exhibit.pid");
  if (!lock) throw new DataDirInUse(dataDir, readPid(pidFile));
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.release();
    },
  };
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8").trim() || "unknown";
  } catch {
    return "unknown";
  }
}
