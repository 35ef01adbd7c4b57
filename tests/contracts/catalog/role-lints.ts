import type { Lint } from "./lint.ts";

const logins = "('app_user', 'app_auditor', 'app_staff', 'app_auth', 'app_worker', 'app_signer', 'app_backup')";
const ours = "('app'::regnamespace, 'auth'::regnamespace)";
// Grants on tables and on single columns, with the grantee's name.
const grants = `(SELECT c.oid, c.relowner, a.* FROM pg_class c, aclexplode(c.relacl) a WHERE c.relnamespace IN ${ours} UNION ALL
  SELECT c.oid, c.relowner, a.* FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
  WHERE c.relnamespace IN ${ours}) g (oid, owner, grantor, grantee, privilege, grantable)`;
const named = "CASE WHEN g.grantee = 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END";

/** What the roles may be and have. */
export const roleLints: readonly Lint[] = [
  {
    rule: "no role that logs in has a special power; app_backup alone reads past the policies",
    offenders: `SELECT rolname FROM pg_roles WHERE rolname IN ${logins} AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication
      OR rolbypassrls <> (rolname = 'app_backup'))`,
    broken: [
      "ALTER ROLE app_user SUPERUSER",
      "ALTER ROLE app_worker BYPASSRLS",
      "ALTER ROLE app_backup NOBYPASSRLS",
      "ALTER ROLE app_auth CREATEROLE",
      "ALTER ROLE app_user CREATEDB",
      "ALTER ROLE app_backup REPLICATION",
    ],
  },
  {
    rule: "the two owners cannot log in and have no power beyond app_definer's reading past the policies",
    offenders: `SELECT rolname FROM pg_roles WHERE rolname IN ('app_owner', 'app_definer') AND (rolcanlogin OR rolsuper OR rolcreaterole
      OR rolcreatedb OR rolreplication OR rolbypassrls <> (rolname = 'app_definer'))`,
    broken: ["ALTER ROLE app_owner LOGIN", "ALTER ROLE app_owner BYPASSRLS", "ALTER ROLE app_definer SUPERUSER"],
  },
  {
    rule: "no role that logs in, nor app_definer, is a member of another role",
    offenders: `SELECT format('%s in %s', m.member::regrole, m.roleid::regrole) FROM pg_auth_members m
      JOIN pg_roles r ON r.oid = m.member WHERE r.rolname IN ${logins} OR r.rolname = 'app_definer'`,
    broken: ["GRANT app_owner TO app_user", "GRANT app_definer TO app_worker", "GRANT pg_read_all_data TO app_auth"],
  },
  {
    rule: "no role that logs in owns anything in this database",
    offenders: `SELECT DISTINCT format('%s owns something in %s', d.refobjid::regrole, d.classid::regclass) FROM pg_shdepend d
      JOIN pg_roles r ON r.oid = d.refobjid WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o' AND r.rolname IN ${logins}
        AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    broken: ["ALTER TABLE app.outbox OWNER TO app_worker", "CREATE SCHEMA bad AUTHORIZATION app_user"],
  },
  {
    rule: "no role that logs in may create anything",
    offenders: `SELECT format('%s in %s', r.rolname, n.nspname) FROM pg_roles r, pg_namespace n
      WHERE r.rolname IN ${logins} AND n.nspname !~ '^pg_(toast_)?temp' AND has_schema_privilege(r.rolname, n.oid, 'CREATE')
      UNION ALL SELECT format('%s in the database', rolname) FROM pg_roles
      WHERE rolname IN ${logins} AND has_database_privilege(rolname, current_database(), 'CREATE')`,
    broken: ["GRANT CREATE ON SCHEMA public TO PUBLIC", "GRANT CREATE ON SCHEMA app TO app_user"],
  },
  {
    rule: "tables belong to app_owner, so that FORCE holds for whoever owns them",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE c.relnamespace IN ${ours} AND c.relkind IN ('r', 'p', 'v', 'S')
      AND c.relowner <> 'app_owner'::regrole`,
    broken: ["CREATE TABLE app.bad (id uuid PRIMARY KEY)"],
  },
  {
    rule: "TRUNCATE, REFERENCES and TRIGGER, which no policy stops, are granted to nobody",
    offenders: `SELECT format('%s on %s to %s', g.privilege, g.oid::regclass, ${named}) FROM ${grants}
      WHERE g.grantee <> g.owner AND g.privilege NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE')`,
    broken: [
      "GRANT TRUNCATE ON app.outbox TO app_worker",
      "GRANT REFERENCES (id) ON app.evidence TO app_user",
      "GRANT TRIGGER ON app.evidence TO app_definer",
    ],
  },
  {
    rule: "nothing is granted to PUBLIC, and nobody may pass on what was granted",
    offenders: `SELECT format('%s on %s to %s', g.privilege, g.oid::regclass, ${named}) FROM ${grants}
      WHERE g.grantee <> g.owner AND (g.grantee = 0 OR g.grantable)
      UNION ALL SELECT format('schema %s to PUBLIC', n.nspname) FROM pg_namespace n, aclexplode(n.nspacl) a
      WHERE a.grantee = 0 AND n.oid IN (${ours.slice(1, -1)}, 'public'::regnamespace)`,
    broken: [
      "GRANT SELECT ON app.storage_locations TO PUBLIC",
      "GRANT SELECT (id) ON app.evidence TO app_user WITH GRANT OPTION",
      "GRANT USAGE ON SCHEMA auth TO PUBLIC",
    ],
  },
  {
    rule: "app_backup writes nothing and calls no function of ours",
    offenders: `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relnamespace IN ${ours} AND c.relkind IN ('r', 'p')
        AND (has_any_column_privilege('app_backup', c.oid, 'INSERT, UPDATE') OR has_table_privilege('app_backup', c.oid, 'DELETE, TRUNCATE'))
      UNION ALL SELECT p.oid::regprocedure::text FROM pg_proc p
      WHERE p.pronamespace IN ${ours} AND has_function_privilege('app_backup', p.oid, 'EXECUTE')`,
    broken: [
      "GRANT UPDATE (name) ON app.projects TO app_backup",
      "GRANT DELETE ON app.outbox TO app_backup",
      "GRANT EXECUTE ON FUNCTION app.uid() TO app_backup",
    ],
  },
  {
    rule: "app_auditor writes nothing, and calls no function of ours that does",
    offenders: `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relnamespace IN ${ours} AND c.relkind IN ('r', 'p')
        AND (has_any_column_privilege('app_auditor', c.oid, 'INSERT, UPDATE') OR has_table_privilege('app_auditor', c.oid, 'DELETE, TRUNCATE'))
      UNION ALL SELECT p.oid::regprocedure::text FROM pg_proc p
      WHERE p.pronamespace IN ${ours} AND p.provolatile = 'v' AND has_function_privilege('app_auditor', p.oid, 'EXECUTE')`,
    broken: [
      "GRANT UPDATE (state) ON app.audit_requests TO app_auditor",
      "GRANT DELETE ON app.audit_comments TO app_auditor",
      "GRANT EXECUTE ON FUNCTION app.settle_audit_request(uuid, text) TO app_auditor",
    ],
  },
  {
    rule: "app_staff reads completions and quizzes, of a person alone, and writes by functions only",
    offenders: `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relnamespace IN ${ours} AND c.relkind IN ('r', 'p', 'v')
        AND (has_any_column_privilege('app_staff', c.oid, 'INSERT, UPDATE') OR has_table_privilege('app_staff', c.oid, 'DELETE, TRUNCATE')
          OR has_any_column_privilege('app_staff', c.oid, 'SELECT') AND c.oid NOT IN ('app.completions'::regclass, 'app.quiz_attempts'::regclass))
      UNION ALL SELECT format('%s on %s', polname, polrelid::regclass) FROM pg_policy
      WHERE 'app_staff'::regrole = ANY (polroles) AND pg_get_expr(polqual, polrelid) <> '(person_id = ( SELECT app.uid() AS uid))'`,
    broken: [
      "GRANT INSERT ON app.completions TO app_staff",
      "GRANT SELECT (fields) ON app.records TO app_staff",
      "CREATE POLICY bad ON app.completions FOR SELECT TO app_staff USING (true)",
    ],
  },
  {
    rule: "S12: nobody but app_signer reads the wrapped key that signs, stores a signature, or answers who asked for one",
    offenders: `SELECT format('app.instance_keys.wrapped to %s', r.rolname) FROM pg_roles r
        WHERE r.rolname IN ${logins} AND r.rolname NOT IN ('app_signer', 'app_backup')
          AND has_column_privilege(r.rolname, 'app.instance_keys', 'wrapped', 'SELECT, INSERT, UPDATE')
      UNION ALL SELECT format('%s to %s', p.oid::regprocedure, r.rolname) FROM pg_proc p, pg_roles r
        WHERE p.pronamespace IN ${ours} AND p.proname IN ('store_checkpoint', 'note_signing_stop', 'take_signing_requests',
            'answer_signing_request', 'seals_of_export') AND r.rolname IN ${logins} AND r.rolname <> 'app_signer'
          AND has_function_privilege(r.rolname, p.oid, 'EXECUTE')
      UNION ALL SELECT format('%s of %s to %s', g.privilege, g.oid::regclass, ${named}) FROM ${grants}
        WHERE g.oid IN ('app.ledger_checkpoints'::regclass, 'app.signing_requests'::regclass) AND g.privilege <> 'SELECT'
          AND g.grantee NOT IN (g.owner, 'app_definer'::regrole)`,
    broken: [
      "GRANT SELECT (wrapped) ON app.instance_keys TO app_worker",
      "GRANT EXECUTE ON FUNCTION app.store_checkpoint(uuid, integer, bigint, bytea, text) TO app_worker",
      "GRANT EXECUTE ON FUNCTION app.answer_signing_request(uuid, text, text) TO app_user",
      "GRANT INSERT ON app.ledger_checkpoints TO app_worker",
    ],
  },
  {
    rule: "app_backup reads every table, or a backup would miss it",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE c.relnamespace IN ${ours} AND c.relkind IN ('r', 'p', 'S')
      AND NOT has_table_privilege('app_backup', c.oid, 'SELECT')`,
    broken: ["REVOKE SELECT ON app.evidence FROM app_backup", "REVOKE SELECT ON auth.users FROM app_backup"],
  },
  {
    rule: "what app_owner and app_definer create starts closed to PUBLIC and readable by app_backup, and no default grants more",
    offenders: `SELECT format('functions of %s may be executed by PUBLIC by default', r.rolname) FROM pg_roles r
      WHERE r.rolname IN ('app_owner', 'app_definer') AND NOT EXISTS (
        SELECT FROM pg_default_acl d WHERE d.defaclrole = r.oid AND d.defaclobjtype = 'f' AND d.defaclnamespace = 0
          AND NOT EXISTS (SELECT FROM aclexplode(d.defaclacl) a WHERE a.grantee = 0))
      UNION ALL SELECT format('tables of %s are not readable by app_backup by default', n.nspname) FROM pg_namespace n
      WHERE n.oid IN ${ours} AND NOT EXISTS (SELECT FROM pg_default_acl d, aclexplode(d.defaclacl) a WHERE d.defaclnamespace = n.oid
        AND d.defaclobjtype = 'r' AND a.grantee = 'app_backup'::regrole AND a.privilege_type = 'SELECT')
      UNION ALL SELECT format('%s by default to %s', a.privilege_type, a.grantee) FROM pg_default_acl d, aclexplode(d.defaclacl) a
      WHERE a.grantee <> d.defaclrole AND NOT (a.grantee = 'app_backup'::regrole AND a.privilege_type = 'SELECT')`,
    broken: [
      "ALTER DEFAULT PRIVILEGES FOR ROLE app_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
      "ALTER DEFAULT PRIVILEGES FOR ROLE app_definer GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
      "ALTER DEFAULT PRIVILEGES FOR ROLE app_owner IN SCHEMA auth REVOKE SELECT ON TABLES FROM app_backup",
      "ALTER DEFAULT PRIVILEGES FOR ROLE app_owner IN SCHEMA app GRANT SELECT ON TABLES TO app_user",
    ],
  },
];
