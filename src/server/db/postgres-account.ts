import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, statSync } from "node:fs";

/** The account PostgreSQL runs under; empty means the one this process has. */
export type Account = { readonly uid: number; readonly gid: number } | Record<never, never>;

const NOBODY = 65_534;

/**
 * PostgreSQL refuses to run as root, so root starts it as whoever owns `dataFolder`, or as nobody when that is
 * root or the folder is still to be made. Everyone else starts it as themselves.
 */
export function accountFor(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY };
}

/** Whether `account` may enter `folder` (every folder above it included); asked of the kernel, not computed. */
export function canEnter(account: Account, folder: string): boolean {
  if (!("uid" in account)) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/", env: {} }).status === 0;
}

/** Lets `account` pass through root's own `folder`, by its group: it may not list it, and nobody else may enter. */
export function admit(account: Account, folder: string): void {
  const { uid, mode } = statSync(folder);
  if (!("uid" in account) || uid !== 0 || (mode & 0o077) !== 0) return;
  chownSync(folder, uid, account.gid);
  chmodSync(folder, 0o710);
}

/**
 * Makes `folder`, when absent, for `account` alone (mode 0700). Throws when it exists and belongs to someone else:
 * in a folder that everyone may write to, somebody could have put it there to answer in PostgreSQL's place.
 */
export function makePrivateFolder(folder: string, account: Account): void {
  const uid = "uid" in account ? account.uid : process.getuid?.();
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (made && "uid" in account) chownSync(folder, account.uid, account.gid);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) {
    throw new Error(`${folder} belongs to user ${found.uid}, not to ${uid}. Remove it and start again.`);
  }
  chmodSync(folder, 0o700);
}
