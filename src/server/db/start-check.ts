import type { Pool } from "pg";
import type { Keys } from "../keys/keys.ts";
import type { Databases } from "./connections.ts";
import { patiently } from "./patiently.ts";
import type { LoginRole } from "../keys/login-roles.ts";

/** The database would not hold what Exhibit promises. The message tells the operator what to change. */
export class UnsafeDatabase extends Error {
  override readonly name = "UnsafeDatabase";
}

/** What one serving role is and may do, in its own session. */
interface Facts {
  readonly role: string;
  readonly version: number;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly superuser: boolean;
  /** Powers by their names in ALTER ROLE. */
  readonly powers: readonly string[];
  readonly memberOf: readonly string[];
  /** Who logged in, to act as the role. */
  readonly login: string;
  readonly loginIsSuperuser: boolean;
  /** Other roles that the login may act as. */
  readonly loginMayBe: readonly string[];
  readonly owns: readonly string[];
  readonly createsIn: readonly string[];
  /** Whether it may create temporary tables, which no policy watches and which fill the disk. */
  readonly temporary: boolean;
  readonly truncates: readonly string[];
  /** Settings that every session of ours asks for, as this one has them. */
  readonly statementTimeout: string;
  readonly readsOnly: string;
}

/**
 * Refuses to serve on a database that would not keep companies apart, or would lose what it has acknowledged. Asks
 * in the sessions that serve, of each role that the process has a login of, because settings may differ by role. Throws {@link UnsafeDatabase}, one sentence for
 * each violation.
 */
export async function assertSafeDatabase(databases: Databases, keys: Pick<Keys, "hasLogin">): Promise<void> {
  const { userPool, auditorPool, staffPool, authPool, workerPool } = databases;
  const pools: readonly [LoginRole, Pool][] = [
    ["app_user", userPool],
    ["app_auditor", auditorPool],
    ["app_staff", staffPool],
    ["app_auth", authPool],
    ["app_worker", workerPool],
  ];
  await assertSafeSessions(pools.filter(([role]) => keys.hasLogin(role)));
}

/** The same for these sessions, each with the role that it is meant to act as. */
export async function assertSafeSessions(pools: readonly (readonly [LoginRole, Pool])[]): Promise<void> {
  const found = await Promise.all(
    pools.map(async ([role, pool]) => {
      const { rows } = await patiently(() => pool.query<Facts>(question)).catch(namePooler);
      return violations(role, rows[0]!);
    }),
  );
  const sentences = [...new Set(found.flat())];
  if (sentences.length > 0) throw new UnsafeDatabase(sentences.join("\n"));
}

/** What a pooler does that gives a connection to whoever asks next: settings of a session reach somebody else, or nobody. */
const POOLER =
  "a pooler such as PgBouncer stands before it and drops the settings of a session. Name PostgreSQL itself in DATABASE_URL: Exhibit pools its connections by itself.";

/** A pooler that knows no settings refuses the connection, in words of its own. */
function namePooler(error: Error): never {
  if (/unsupported startup parameter/.test(error.message))
    throw new UnsafeDatabase(`DATABASE_URL does not lead to PostgreSQL itself: ${POOLER}`, { cause: error });
  throw error;
}

/** What is wrong with the session of a role, one sentence each. */
export function violations(role: string, facts: Facts): string[] {
  return [...serverViolations(facts), ...roleViolations(role, facts)];
}

function serverViolations({ role, version, fsync, fullPageWrites, synchronousCommit }: Facts): string[] {
  const major = Math.floor(version / 10_000);
  return [
    version < 150_000 && `PostgreSQL ${major} is too old: Exhibit needs 15 or newer.`,
    fsync === "off" && "fsync is off: a power cut would lose evidence. Set it to on.",
    fullPageWrites === "off" && "full_page_writes is off: a power cut could damage the database. Set it to on.",
    synchronousCommit === "off" &&
      `synchronous_commit is off for ${role}: a crash would lose evidence that was acknowledged. Set it to on.`,
  ].filter((sentence) => sentence !== false);
}

function roleViolations(expected: string, facts: Facts): string[] {
  const { role, superuser, powers, memberOf, owns, createsIn, temporary, truncates } = facts;
  const { login, loginIsSuperuser, loginMayBe, statementTimeout, readsOnly } = facts;
  if (role === login || statementTimeout === "0" || (expected === "app_auditor" && readsOnly !== "on"))
    return [`The sessions of ${expected} lack their settings: ${POOLER}`];
  if (role !== expected) return [`The connection meant for ${expected} is logged in as ${role}.`];
  // A superuser has everything below too; one sentence says it all.
  if (superuser)
    return [`${role} is a superuser: row-level security would not bind it. ALTER ROLE ${role} NOSUPERUSER.`];
  if (loginIsSuperuser) return [`${login}, a login of ${role}, is a superuser. ALTER ROLE ${login} NOSUPERUSER.`];
  return [
    loginMayBe.length > 0 && `${login}, a login of ${role}, may act as ${loginMayBe.join(", ")} too. Revoke that.`,
    ...powers.map(
      (power) => `${role} has ${power}, more than a role that serves may have. ALTER ROLE ${role} NO${power}.`,
    ),
    memberOf.length > 0 && `${role} is a member of ${memberOf.join(", ")}, whose rights it could take. Revoke that.`,
    owns.length > 0 && `${role} owns ${owns.join(", ")}: an owner may change what protects it. Give it to app_owner.`,
    createsIn.length > 0 && `${role} may create objects in ${createsIn.join(", ")}. Revoke CREATE there.`,
    temporary &&
      `${role} may create temporary tables. As the owner of the database: REVOKE TEMPORARY ON DATABASE … FROM PUBLIC.`,
    truncates.length > 0 && `${role} may empty ${truncates.join(", ")}: no policy stops TRUNCATE. Revoke it.`,
  ].filter((sentence) => sentence !== false);
}

const question = `
  SELECT rolname AS role, current_setting('server_version_num')::integer AS version, current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
    rolsuper AS superuser,
    array_remove(ARRAY[CASE WHEN rolbypassrls THEN 'BYPASSRLS' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
      CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolreplication THEN 'REPLICATION' END], NULL) AS powers,
    ARRAY(SELECT other.rolname::text FROM pg_roles other
      WHERE other.oid <> me.oid AND pg_has_role(me.oid, other.oid, 'MEMBER') ORDER BY 1) AS "memberOf",
    current_setting('statement_timeout') AS "statementTimeout", current_setting('default_transaction_read_only') AS "readsOnly",
    session_user::text AS login, (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) AS "loginIsSuperuser",
    ARRAY(SELECT other.rolname::text FROM pg_roles other
      WHERE other.rolname NOT IN (session_user, current_user) AND pg_has_role(session_user, other.oid, 'MEMBER')
        AND NOT pg_has_role(me.oid, other.oid, 'MEMBER') ORDER BY 1) AS "loginMayBe",
    ARRAY(SELECT pg_describe_object(classid, objid, objsubid) FROM pg_shdepend
      WHERE refclassid = 'pg_authid'::regclass AND refobjid = me.oid AND deptype = 'o'
        AND dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) ORDER BY 1 LIMIT 3) AS owns,
    ARRAY(SELECT 'the database' WHERE has_database_privilege(me.oid, current_database(), 'CREATE') UNION ALL
      SELECT 'schema ' || nspname FROM pg_namespace
      WHERE nspname !~ '^pg_(toast_)?temp_' AND has_schema_privilege(me.oid, oid, 'CREATE') ORDER BY 1) AS "createsIn",
    has_database_privilege(me.oid, current_database(), 'TEMPORARY') AS temporary,
    ARRAY(SELECT oid::regclass::text FROM pg_class
      WHERE relkind IN ('r', 'p') AND has_table_privilege(me.oid, oid, 'TRUNCATE') ORDER BY 1 LIMIT 3) AS truncates
  FROM pg_roles me WHERE rolname = current_user`;
