import type { Socket } from "node:net";
import { Kysely } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { Keys, Login } from "../keys/keys.ts";
import { CallerDialect } from "./caller-dialect.ts";
import { shareByCompany } from "./company-turns.ts";
import type { LoginRole } from "../keys/login-roles.ts";
import type { Standby } from "./standby.ts";
import { setValueParsers } from "./value-parsers.ts";
import type { DB } from "./types.gen.ts";

setValueParsers();
// Counts, sizes and ledger positions stay far below 2^53; a string here would only be parsed again everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint left the range of safe integers");
  return value;
});

/** The URL of a database with a role's login, which acts as that role and nothing else. Any user in `databaseUrl` is ignored. */
export function urlOfRole(databaseUrl: string, role: LoginRole, keys: Keys): string {
  return urlOfUser(databaseUrl, keys.login(role), `-c role=${role}`);
}

/** The administrator's URL, to act as a role that nobody logs in as. */
export function urlActingAs(adminUrl: string, role: "app_definer"): string {
  return withOptions(adminUrl, `-c role=${role}`);
}

/** The URL of a database with another user and password, and options of the session. */
export function urlOfUser(databaseUrl: string, { user, password }: Login, options?: string): string {
  const url = parse(databaseUrl);
  url.username = user;
  url.password = password;
  if (options !== undefined) url.searchParams.set("options", options);
  return unparse(url, databaseUrl);
}

/** The URL without user and password: where the database is, for those who bring a login. */
export function placeOf(databaseUrl: string): string {
  const url = parse(databaseUrl);
  url.username = "";
  url.password = "";
  return unparse(url, databaseUrl);
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

/** How long a pool waits for a connection and for answers. */
type Patience = Pick<pg.PoolConfig, "connectionTimeoutMillis" | "query_timeout"> & { readonly silentMs?: number };

/**
 * A pool that survives a restart of the server: an idle connection's end is logged, not thrown. A URL that is asked for is
 * asked for at each new connection: a login that was turned over cuts no session.
 */
export function openPool(
  url: string | (() => string),
  max: number,
  log: Pick<Logger, "warn">,
  searchPath = "pg_catalog",
  idleMs = 30_000,
  readsOnly = false,
  { silentMs = SILENT_MS, ...patience }: Patience = { connectionTimeoutMillis: 5_000 },
): pg.Pool {
  // Compiling a statement takes longer than running any of ours.
  // A statement that hangs must not hold a row for ever; long work is done in many short statements.
  const options = `-c search_path=${searchPath} -c jit=off -c statement_timeout=30000 -c lock_timeout=15000 -c idle_in_transaction_session_timeout=60000${readsOnly ? " -c default_transaction_read_only=on" : ""}`;
  const ask = typeof url === "string" ? () => url : url;
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: withOptions(ask(), options) });
      }
    },
    max,
    ...patience,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  pool.on("error", (error) => log.warn({ err: error }, "a database connection ended"));
  // The pool listens to idle connections only; one that dies in use would end the whole process unheard.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    leaveWhenLost(client, readsOnly, silentMs);
  });
  return pool;
}

/** A connection on which nothing happens is asked so often whether the other side is there. */
export const KEEP_ALIVE_MS = 10_000;
/** Longer than the database lets any statement take. */
const SILENT_MS = 40_000;
/** A statement would have changed something, and the server only reads: it was the primary before another took over. */
const READS_ONLY = "25006";

/** What of a client is needed to see what comes: the driver has no other way. */
interface Wire {
  readonly connection: {
    readonly stream: Socket;
    on(event: "errorMessage", listener: (message: { readonly code?: string }) => void): void;
  };
  readonly _getActiveQuery?: () => unknown;
}

/**
 * Ends a connection that leads nowhere, so that the pool opens another one: a statement is under way and nothing comes for longer than
 * any takes, because the other machine is gone without a word; or the server has become one that only reads.
 */
export function leaveWhenLost(client: pg.ClientBase, readsOnly: boolean, silentMs: number): void {
  const wire = client as unknown as Wire;
  const { stream } = wire.connection;
  const leave = (why: string) => stream.destroy(new Error(`Connection terminated: ${why}`));
  stream.setTimeout(silentMs);
  // Not as its callback, which is called once: most of the time a connection rests.
  stream.on("timeout", () => {
    if (wire._getActiveQuery?.()) leave("the database is silent");
  });
  if (readsOnly) return;
  wire.connection.on("errorMessage", ({ code }) => {
    // Whoever asked is told first.
    if (code === READS_ONLY) setImmediate(() => leave("the database only reads"));
  });
}

/** Adds options of a session to those in the URL. */
function withOptions(text: string, options: string): string {
  const url = parse(text);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", given ? `${given} ${options}` : options);
  return unparse(url, text);
}

/** Told of each statement that has ended: its text without what it was given, and how long it took. */
export type OnQuery = (sql: string, ms: number, failed: boolean) => void;

export function openKysely(pool: pg.Pool, onQuery?: OnQuery): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new CallerDialect({ pool }),
    ...(onQuery && {
      log: ({ level, query, queryDurationMillis: ms }) => onQuery(query.sql, ms, level === "error"),
    }),
  });
}

/** One pool per role: what a pool may see is decided by the database, not by the code that holds it. */
export interface Databases {
  readonly user: Kysely<DB>;
  readonly userPool: pg.Pool;
  /** The URL of the same role by its login of now: for a thread that has connections of its own. */
  readonly userUrl: () => string;
  /** For auditors: a role that may only read, on connections that only read. */
  readonly auditor: Kysely<DB>;
  readonly auditorPool: pg.Pool;
  /** For people of a register, who have no seat: a role that reads what is theirs and writes by functions alone. */
  readonly staff: Kysely<DB>;
  readonly staffPool: pg.Pool;
  readonly auth: Kysely<DB>;
  readonly authPool: pg.Pool;
  readonly worker: Kysely<DB>;
  readonly workerPool: pg.Pool;
  /** A copy that answers reads, where the operator has one. */
  readonly standby?: Standby | undefined;
  close(): Promise<void>;
}

/** Opens the pools of every role that serves. */
export function openDatabases(
  databaseUrl: string,
  keys: Keys,
  log: Logger,
  poolSize = 10,
  onQuery?: OnQuery,
): Databases {
  const sizes = {
    user: poolSize,
    auditor: Math.max(2, poolSize / 2),
    staff: Math.max(2, poolSize / 2),
    auth: Math.max(2, poolSize / 2),
    worker: 5,
  };
  return openPools(databaseUrl, keys, log, sizes, undefined, onQuery);
}

/** Opens the pools of every role that serves, each of at most so many connections. */
export function openPools(
  databaseUrl: string,
  keys: Keys,
  log: Logger,
  sizes: Readonly<Record<"user" | "auditor" | "staff" | "auth" | "worker", number>>,
  idleMs?: number,
  onQuery?: OnQuery,
): Databases {
  const as = (role: LoginRole) => () => urlOfRole(databaseUrl, role, keys);
  const userPool = openPool(as("app_user"), sizes.user, log, undefined, idleMs);
  const auditorPool = openPool(as("app_auditor"), sizes.auditor, log, undefined, idleMs, true);
  const staffPool = openPool(as("app_staff"), sizes.staff, log, undefined, idleMs);
  const authPool = openPool(as("app_auth"), sizes.auth, log, "auth", idleMs);
  const workerPool = openPool(as("app_worker"), sizes.worker, log, undefined, idleMs);
  const [user, auditor, staff] = [
    openKysely(userPool, onQuery),
    openKysely(auditorPool, onQuery),
    openKysely(staffPool, onQuery),
  ];
  shareByCompany(user, sizes.user);
  shareByCompany(auditor, sizes.auditor);
  shareByCompany(staff, sizes.staff);
  return {
    user,
    userPool,
    userUrl: as("app_user"),
    auditor,
    auditorPool,
    staff,
    staffPool,
    auth: openKysely(authPool, onQuery),
    authPool,
    worker: openKysely(workerPool, onQuery),
    workerPool,
    close: async () => {
      await Promise.all([userPool.end(), auditorPool.end(), staffPool.end(), authPool.end(), workerPool.end()]);
    },
  };
}
