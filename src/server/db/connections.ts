import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { Keys } from "../keys.ts";
import { shareByCompany } from "./company-turns.ts";
import type { DB } from "./types.gen.ts";

// Counts, sizes and ledger positions stay far below 2^53; a string here would only be parsed again everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint left the range of safe integers");
  return value;
});

/** Roles that log in; the two that own things do not. */
export const loginRoles = ["app_user", "app_auditor", "app_auth", "app_worker", "app_backup"] as const;
export type LoginRole = (typeof loginRoles)[number];

/** The administrator's URL with another role's name and password. */
export function urlOfRole(adminUrl: string, role: LoginRole, keys: Keys): string {
  const url = parse(adminUrl);
  url.username = role;
  url.password = keys.databasePassword(role);
  return unparse(url, adminUrl);
}

/** The administrator's URL for another database of the same cluster. */
export function urlOfDatabase(adminUrl: string, database: string): string {
  const url = parse(adminUrl);
  url.pathname = `/${database}`;
  return unparse(url, adminUrl);
}

// A socket URL has no host ("postgres://user@/db?host=/tmp/x"), which the URL class does not accept.
const NO_HOST = "socket.invalid";
function parse(text: string): URL {
  return new URL(
    text.replace(/^(\w+:\/\/)([^@/]*@)?\//, (_, scheme: string, user = "") => `${scheme}${user}${NO_HOST}/`),
  );
}
function unparse(url: URL, like: string): string {
  return parse(like).hostname === NO_HOST ? url.href.replace(NO_HOST, "") : url.href;
}

/** A pool that survives a restart of the server: an idle connection's end is logged, not thrown. */
export function openPool(
  url: string,
  max: number,
  log: Logger,
  searchPath = "pg_catalog",
  idleMs = 30_000,
  readsOnly = false,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    // Compiling a statement takes longer than running any of ours.
    // A statement that hangs must not hold a row for ever; long work is done in many short statements.
    options: `-c search_path=${searchPath} -c jit=off -c statement_timeout=30000 -c lock_timeout=15000 -c idle_in_transaction_session_timeout=60000${readsOnly ? " -c default_transaction_read_only=on" : ""}`,
  });
  pool.on("error", (error) => log.warn({ err: error }, "a database connection ended"));
  // The pool listens to idle connections only; one that dies in use would end the whole process unheard.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

export function openKysely(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** One pool per role: what a pool may see is decided by the database, not by the code that holds it. */
export interface Databases {
  readonly user: Kysely<DB>;
  readonly userPool: pg.Pool;
  /** For auditors: a role that may only read, on connections that only read. */
  readonly auditor: Kysely<DB>;
  readonly auditorPool: pg.Pool;
  readonly auth: Kysely<DB>;
  readonly authPool: pg.Pool;
  readonly worker: Kysely<DB>;
  readonly workerPool: pg.Pool;
  close(): Promise<void>;
}

/** Opens the pools of every role that serves. */
export function openDatabases(adminUrl: string, keys: Keys, log: Logger, poolSize = 10): Databases {
  const sizes = { user: poolSize, auditor: Math.max(2, poolSize / 2), auth: Math.max(2, poolSize / 2), worker: 4 };
  return openPools(adminUrl, keys, log, sizes);
}

/** Opens the pools of every role that serves, each of at most so many connections. */
export function openPools(
  adminUrl: string,
  keys: Keys,
  log: Logger,
  sizes: Readonly<Record<"user" | "auditor" | "auth" | "worker", number>>,
  idleMs?: number,
): Databases {
  const userPool = openPool(urlOfRole(adminUrl, "app_user", keys), sizes.user, log, undefined, idleMs);
  const auditorPool = openPool(urlOfRole(adminUrl, "app_auditor", keys), sizes.auditor, log, undefined, idleMs, true);
  const authPool = openPool(urlOfRole(adminUrl, "app_auth", keys), sizes.auth, log, "auth", idleMs);
  const workerPool = openPool(urlOfRole(adminUrl, "app_worker", keys), sizes.worker, log, undefined, idleMs);
  const [user, auditor] = [openKysely(userPool), openKysely(auditorPool)];
  shareByCompany(user, sizes.user);
  shareByCompany(auditor, sizes.auditor);
  return {
    user,
    userPool,
    auditor,
    auditorPool,
    auth: openKysely(authPool),
    authPool,
    worker: openKysely(workerPool),
    workerPool,
    close: async () => {
      await Promise.all([userPool.end(), auditorPool.end(), authPool.end(), workerPool.end()]);
    },
  };
}
