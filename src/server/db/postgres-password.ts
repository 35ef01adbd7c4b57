import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { secretKeyIn } from "../secret-key.ts";
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
  const rules = join(dataFolder, "pg_hba.conf");
  if (existsSync(join(dataDir, FILE)) && readFileSync(rules, "utf8") === BY_PASSWORD) return false;
  writeFileSync(rules, BY_SOCKET);
  return true;
}

/** Sets the administrator's password and closes the server to everybody without one. An interrupted start does it again. */
export async function admitByPassword(dataDir: string, dataFolder: string, postmaster: Postmaster): Promise<void> {
  const password = administratorPassword(dataDir);
  const client = new pg.Client(connectionTo(postmaster.socketFolder, ""));
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`ALTER ROLE postgres PASSWORD ${pg.escapeLiteral(password)}`);
    writeFileSync(join(dataFolder, "pg_hba.conf"), BY_PASSWORD);
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
