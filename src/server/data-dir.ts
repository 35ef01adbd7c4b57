import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes DATA_DIR, when absent, for this account alone (mode 0700): whoever else could open a file in it, and be it a lock, could
 * keep the installation from starting. A folder that is there keeps the mode that its owner gave it, and so do folders above.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  try {
    mkdirSync(dataDir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
