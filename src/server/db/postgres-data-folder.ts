import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { accountFor, admit, canEnter, handOver, makePrivateFolder, makerFor } from "./postgres-account.ts";
import type { Account } from "./postgres-account.ts";
import { findPostmaster } from "./postmaster.ts";
import { nameThisAccount } from "./nameless-account.ts";

/** Where the cluster of a DATA_DIR is, or will be once `createCluster` has run, and who runs it. */
export interface DataFolder {
  readonly path: string;
  readonly account: Account;
}

/**
 * `dataDir`/pg. When a folder above root's DATA_DIR is closed to the account that PostgreSQL runs under, the data is
 * at /var/lib/exhibit-<random>/pg instead, and `dataDir`/pg is a symbolic link to it: the link belongs to this
 * DATA_DIR, so a new DATA_DIR at the same path never meets an older one's data.
 */
export function findDataFolder(dataDir: string, log: (line: string) => void): DataFolder {
  const path = join(dataDir, "pg");
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return elsewhere(dirname(readlinkSync(path)));
  const account = accountOf(path);
  admit(account, dataDir);
  if (canEnter(account, dataDir)) return { path, account };
  if (found) throw new Error(`${path} cannot be entered by user ${"uid" in account ? account.uid : ""}.`);
  const home = `/var/lib/exhibit-${randomBytes(6).toString("hex")}`;
  symlinkSync(join(home, "pg"), path);
  log(
    `Only root may enter the folders above ${dataDir}, and PostgreSQL does not run as root: the database is kept in ${home}/pg.`,
  );
  return elsewhere(home);
}

function elsewhere(home: string): DataFolder {
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  const path = join(home, "pg");
  return { path, account: accountOf(path) };
}

/** A server that runs already keeps the account it was started under. */
function accountOf(path: string): Account {
  if (!findPostmaster(path) || process.getuid?.() !== 0) return accountFor(path);
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

/**
 * Makes the cluster unless it exists. An interrupted attempt leaves nothing that looks finished. `throwAway` skips
 * flushing to disk, for tests. Nobody is admitted to it before `admitByPassword`.
 */
export function createCluster(binaries: string, { path, account }: DataFolder, throwAway: boolean): void {
  if (existsSync(join(path, "PG_VERSION"))) return takeFromNobody(path, account);
  const place = `${path}.new`;
  rmSync(place, { recursive: true, force: true });
  const maker = makerFor(account);
  mkdirSync(place, { mode: 0o700 });
  admit(account, place);
  const draft = join(place, "pg");
  makePrivateFolder(draft, maker);
  const flags = ["--username=postgres", "--auth=reject", "--encoding=UTF8", "--locale=C", "--data-checksums"];
  if (throwAway) flags.push("--no-sync");
  const made = spawnSync(join(binaries, "initdb"), ["--pgdata", draft, ...flags], {
    ...maker,
    cwd: "/",
    // Who runs as root makes it under a name that there is.
    env: { LC_ALL: "C", TZ: "UTC", ...nameThisAccount(place) },
    encoding: "utf8",
  });
  if (made.status !== 0) {
    const reason = made.error?.message ?? made.stderr.trim();
    throw new Error(`The embedded PostgreSQL could not create its data folder ${path}: ${reason}`);
  }
  handOver(draft, account);
  renameSync(draft, path);
  rmSync(place, { recursive: true });
}

/** Clusters that root made before ran as nobody, as any other program may. */
function takeFromNobody(path: string, account: Account): void {
  if ("uid" in account && statSync(path).uid !== account.uid) handOver(path, account);
}
