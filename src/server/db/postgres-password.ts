import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { secretKeyIn } from "../keys/secret-key.ts";
import { connectionTo } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";

const FILE = "postgres.password";
/** Everybody needs a password, the administrator too, whatever account they run under. */
const BY_PASSWORD = "local all all scram-sha-256\n";
/** Whoever reaches the socket, which lies in a folder that PostgreSQL's account and root alone may enter. */
const BY_SOCKET = "local all postgres trust\n";

/** The administrator's password of the server under `dataDir`, from a file with mode 0600 that is made the first time. */
export function administratorPassword(dataDir: string): string {
  return secretKeyIn(dataDir, FILE).toString("base64url");
}

/**
 * To be called before a start: lets the socket's folder decide who comes in where no password was set yet, as in a new
 * cluster, in one of an older version and where its file was lost. Answers whether {@link admitByPassword} has to follow.
 */
export function opensBySocket(dataDir: string, dataFolder: string): boolean {
  const rules = rulesIn(dataFolder);
  if (existsSync(join(dataDir, FILE)) && existsSync(rules) && readFileSync(rules, "utf8") === BY_PASSWORD) return false;
  writeRules(dataFolder, BY_SOCKET);
  return true;
}

const rulesIn = (dataFolder: string) => join(dataFolder, "pg_hba.conf");

/** In the place of what is there and never through it: root writes here, in a folder where PostgreSQL's account may put links. */
function writeRules(dataFolder: string, rules: string): void {
  const { uid, gid } = statSync(dataFolder);
  const draft = `${rulesIn(dataFolder)}.${randomUUID()}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, rules);
    fchownSync(handle, uid, gid);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, rulesIn(dataFolder));
}

/** Sets the administrator's password and closes the server to everybody without one. An interrupted start does it again. */
export async function admitByPassword(dataDir: string, dataFolder: string, postmaster: Postmaster): Promise<void> {
  const password = administratorPassword(dataDir);
  const client = new pg.Client(connectionTo(postmaster.socketFolder, ""));
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`ALTER ROLE postgres PASSWORD ${pg.escapeLiteral(password)}`);
    writeRules(dataFolder, BY_PASSWORD);
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
  while (await admitsWithout(postmaster)) await sleep(5);
}

async function admitsWithout({ socketFolder }: Postmaster): Promise<boolean> {
  const client = new pg.Client(connectionTo(socketFolder, ""));
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
