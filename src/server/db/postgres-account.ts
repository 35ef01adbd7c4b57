import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The account PostgreSQL runs under; empty means the one this process has. */
export type Account = { readonly uid: number; readonly gid: number } | Record<never, never>;

/** Whom other programs run as, too: what it owns is not ours alone. */
const NOBODY = 65_534;

/** Ids that systemd keeps for services without an account of their own (systemd.io, "Users, Groups, UIDs and GIDs"). */
const FIRST = 61_184;
const LAST = 65_519;

/**
 * PostgreSQL refuses to run as root, so root starts it under an id that nobody else has: the one that owns `dataFolder`, or
 * one that no account and no process has when the folder is still to be made. Everyone else starts it as themselves.
 */
export function accountFor(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && owner.uid !== NOBODY) return { uid: owner.uid, gid: owner.gid };
  // A start that was interrupted has admitted an id already.
  const group = statSync(dirname(dataFolder), { throwIfNoEntry: false })?.gid ?? 0;
  const id = group >= FIRST && group <= LAST ? group : freeId();
  return { uid: id, gid: id };
}

/** The account that makes a cluster: `initdb` runs only under an id with a name, in the group that `account` alone has. */
export function makerFor(account: Account): Account {
  return "uid" in account ? { uid: NOBODY, gid: account.gid } : account;
}

/**
 * Gives `folder` and all below it to `account`. Whose it was may have put anything there and may be at work still: so each
 * folder is closed to everybody before it is listed, no link is followed, and a file with another name elsewhere (a hard link)
 * is refused. The folder itself comes last, so that an interrupted hand-over is seen and done again.
 */
export function handOver(folder: string, account: Account): void {
  if (!("uid" in account)) return;
  const { uid, gid } = account;
  const giveBelow = (place: string): void => {
    chownSync(place, 0, 0);
    chmodSync(place, 0o700);
    for (const name of readdirSync(place)) {
      const path = join(place, name);
      const found = lstatSync(path);
      if (found.isDirectory()) giveBelow(path);
      else if (found.nlink > 1)
        throw new Error(`${path} has another name elsewhere and is not PostgreSQL's alone. Remove it and start again.`);
      lchownSync(path, uid, gid);
    }
  };
  giveBelow(folder);
  lchownSync(folder, uid, gid);
}

function freeId(): number {
  const taken = new Set<number>();
  for (const file of ["/etc/passwd", "/etc/group"])
    if (existsSync(file))
      for (const line of readFileSync(file, "utf8").split("\n")) taken.add(Number(line.split(":")[2]));
  for (const pid of existsSync("/proc") ? readdirSync("/proc") : []) {
    const of = /^\d+$/.test(pid) ? statSync(join("/proc", pid), { throwIfNoEntry: false }) : undefined;
    if (of) taken.add(of.uid);
  }
  for (;;) {
    const id = randomInt(FIRST, LAST + 1);
    if (!taken.has(id)) return id;
  }
}

/** Whether `account` may enter `folder` (every folder above it included); asked of the kernel, not computed. */
export function canEnter(account: Account, folder: string): boolean {
  if (!("uid" in account)) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/", env: {} }).status === 0;
}

/** Lets `account` pass through root's own `folder`, by its group: it may not list it, and nobody else may enter. */
export function admit(account: Account, folder: string): void {
  const { uid, gid, mode } = statSync(folder);
  const wasAdmitted = (mode & 0o077) === 0o010 && gid === NOBODY;
  if (!("uid" in account) || uid !== 0 || ((mode & 0o077) !== 0 && !wasAdmitted)) return;
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
