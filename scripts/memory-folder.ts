import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
/** What all stages together put there at most was a third of it. */
const ROOM = 6 * 1024 ** 3;

/**
 * A folder in memory that goes when this process ends; undefined where the machine has no such place, or too little memory.
 * Tests make and drop hundreds of databases of four hundred files each: on a disk, most of their time goes to the file system.
 */
export function makeMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return undefined;
    const folder = mkdtempSync(join(SHARED_MEMORY, "exhibit-tests-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    // The account that PostgreSQL runs under must find its cluster in it.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}
