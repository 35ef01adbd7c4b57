import type { Lint } from "./lint.ts";

const ourFunctions = `pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'`;
const bad = (more: string) => `CREATE FUNCTION app.bad() RETURNS integer LANGUAGE sql ${more} AS 'SELECT 1'`;
const safely = "SECURITY DEFINER SET search_path = pg_catalog, pg_temp";

/** What every function keeps to, above all those that run with the rights of their owner. */
export const functionLints: readonly Lint[] = [
  {
    rule: "a SECURITY DEFINER function fixes its search_path, temporary objects last",
    offenders: `SELECT p.oid::regprocedure FROM ${ourFunctions} AND p.prosecdef
      AND NOT coalesce('search_path=pg_catalog, pg_temp' = ANY (p.proconfig), false)`,
    broken: [
      bad("SECURITY DEFINER"),
      bad("SECURITY DEFINER SET search_path = app, pg_temp"),
      "ALTER FUNCTION app.tenant() RESET search_path",
    ],
  },
  {
    rule: "a SECURITY DEFINER function belongs to app_definer, and nothing else does",
    offenders: `SELECT p.oid::regprocedure::text FROM ${ourFunctions} AND p.prosecdef <> (p.proowner = 'app_definer'::regrole)
      UNION ALL SELECT c.oid::regclass::text FROM pg_class c WHERE c.relowner = 'app_definer'::regrole`,
    broken: [
      bad(safely),
      `${bad(safely)}; ALTER FUNCTION app.bad() OWNER TO app_owner`,
      "ALTER FUNCTION app.uid() OWNER TO app_definer",
      "ALTER FUNCTION app.record_act OWNER TO app_owner",
      "CREATE TABLE app.bad (id uuid PRIMARY KEY); ALTER TABLE app.bad OWNER TO app_definer",
    ],
  },
  {
    // An extension's belong to whoever made the cluster; its schema is closed to the roles that serve.
    rule: "no function of ours may be executed by PUBLIC, and no role that serves reaches those of an extension",
    offenders: `SELECT p.oid::regprocedure FROM ${ourFunctions}
      AND (NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
        OR has_schema_privilege('app_user', n.oid, 'USAGE'))
      AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)`,
    broken: [
      bad(""),
      "GRANT EXECUTE ON FUNCTION app.append_entries TO PUBLIC",
      "GRANT USAGE ON SCHEMA extensions TO app_user",
    ],
  },
  {
    rule: "nothing of ours is in the schema public, where others might have put something first",
    offenders: `SELECT p.oid::regprocedure::text FROM ${ourFunctions} AND n.nspname = 'public' AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      UNION ALL SELECT c.oid::regclass::text FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace`,
    broken: [
      "CREATE FUNCTION public.bad() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
      "CREATE TABLE public.bad (id uuid PRIMARY KEY)",
    ],
  },
];
