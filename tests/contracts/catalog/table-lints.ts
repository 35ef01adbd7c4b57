import type { Lint } from "./lint.ts";
import { appendOnly, behindDoors, changeable, neverDeleted, globallyUnique } from "./promises.ts";

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
const ours = "c.relnamespace IN ('app'::regnamespace, 'auth'::regnamespace)";
const isTable = `${ours} AND c.relkind IN ('r', 'p')`;
const hasCompany = (table: string) =>
  `EXISTS (SELECT FROM pg_attribute WHERE attrelid = ${table} AND attname = 'company_id' AND NOT attisdropped)`;
const wall = "(company_id = ( SELECT app.tenant() AS tenant))";
// BEFORE (2) ROW (1) for DELETE (8) and UPDATE (16); BEFORE (2) statement for TRUNCATE (32).
const stops = (type: number) => `EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgtype = ${type}
  AND t.tgenabled IN ('O', 'A') AND t.tgqual IS NULL AND t.tgfoid = 'app.refuse_change()'::regprocedure)`;

/** What every table keeps to. */
export const tableLints: readonly Lint[] = [
  {
    rule: "row-level security is on and forced",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE ${isTable} AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
    broken: [
      "CREATE TABLE app.bad (id uuid PRIMARY KEY)",
      "ALTER TABLE app.projects NO FORCE ROW LEVEL SECURITY",
      "ALTER TABLE auth.users DISABLE ROW LEVEL SECURITY",
    ],
  },
  {
    rule: "a table has a policy, unless only doors use it",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE ${isTable} AND c.oid <> ALL (ARRAY[${quoted(Object.keys(behindDoors))}]::regclass[])
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive)`,
    broken: ["CREATE TABLE app.bad (id uuid PRIMARY KEY)", "DROP POLICY read ON app.ledger_heads"],
  },
  {
    rule: "a table with company_id has the tenant_wall, for every verb and everybody",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE ${isTable} AND ${hasCompany("c.oid")}
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant_wall' AND NOT p.polpermissive
        AND p.polcmd = '*' AND p.polroles = '{0}' AND pg_get_expr(p.polqual, p.polrelid) = '${wall}'
        AND pg_get_expr(p.polwithcheck, p.polrelid) = '${wall}')`,
    broken: [
      "CREATE TABLE app.bad (company_id uuid PRIMARY KEY)",
      "DROP POLICY tenant_wall ON app.evidence",
      "ALTER POLICY tenant_wall ON app.evidence USING (true)",
      "ALTER POLICY tenant_wall ON app.evidence WITH CHECK (true)",
      "ALTER POLICY tenant_wall ON app.evidence TO app_user",
      `DROP POLICY tenant_wall ON app.evidence;
        CREATE POLICY tenant_wall ON app.evidence USING (company_id = (SELECT app.tenant())) WITH CHECK (company_id = (SELECT app.tenant()))`,
    ],
  },
  {
    rule: "a policy calls functions in a scalar subselect only, once per statement and not once per row",
    offenders: `SELECT format('%s on %s', p.polname, p.polrelid::regclass) FROM pg_policy p, unnest(ARRAY[
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)]) text
      WHERE regexp_replace(text, '\\( SELECT [a-z_.]+\\((''[a-z]+''::text)?\\) AS [a-z_]+\\)', '', 'g') ~ '[A-Za-z_]\\('`,
    broken: [
      "CREATE POLICY bad ON app.evidence FOR SELECT TO app_user USING (company_id = app.tenant())",
      "CREATE POLICY bad ON app.evidence FOR SELECT TO app_user USING (type = ANY (app.my_registers('read')))",
      "CREATE POLICY bad ON app.evidence FOR INSERT TO app_user WITH CHECK (current_setting('app.user_id') = '')",
    ],
  },
  {
    rule: "a policy that permits names the role it is for",
    offenders: `SELECT format('%s on %s', p.polname, p.polrelid::regclass) FROM pg_policy p WHERE p.polpermissive AND 0 = ANY (p.polroles)`,
    broken: ["CREATE POLICY bad ON app.evidence FOR SELECT USING (true)"],
  },
  {
    rule: "nothing is granted on a partition, which does not pass by its parent's policies",
    offenders: `SELECT format('%s to %s', c.oid::regclass, a.grantee::regrole) FROM pg_class c, aclexplode(c.relacl) a
      WHERE c.relispartition AND a.grantee <> c.relowner`,
    broken: [
      `CREATE TABLE app.bad (company_id uuid) PARTITION BY LIST (company_id);
        CREATE TABLE app.bad_part PARTITION OF app.bad DEFAULT; GRANT SELECT ON app.bad_part TO app_user`,
    ],
  },
  {
    rule: "a foreign key between tables of companies pairs company_id with company_id",
    offenders: `SELECT format('%s on %s', k.conname, k.conrelid::regclass) FROM pg_constraint k
      WHERE k.contype = 'f' AND ${hasCompany("k.conrelid")} AND (${hasCompany("k.confrelid")} OR k.confrelid = 'app.companies'::regclass)
        AND NOT EXISTS (SELECT FROM unnest(k.conkey, k.confkey) x (here, there)
          JOIN pg_attribute h ON h.attrelid = k.conrelid AND h.attnum = x.here AND h.attname = 'company_id'
          JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attnum = x.there
            AND t.attname = CASE WHEN k.confrelid = 'app.companies'::regclass THEN 'id' ELSE 'company_id' END)`,
    broken: [
      `ALTER TABLE app.projects ADD UNIQUE (id);
        ALTER TABLE app.exports ADD CONSTRAINT bad FOREIGN KEY (project_id) REFERENCES app.projects (id)`,
      "ALTER TABLE app.exports ADD CONSTRAINT bad FOREIGN KEY (id) REFERENCES app.companies",
    ],
  },
  {
    rule: "a unique index of a company's table begins with company_id, or it tells what other companies have",
    offenders: `SELECT format('%s on %s', i.indexrelid::regclass, i.indrelid::regclass) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indisunique AND (${hasCompany("i.indrelid")} OR i.indrelid = 'app.companies'::regclass)
        AND a.attname IS DISTINCT FROM 'company_id' AND x.relname NOT IN (${quoted(Object.keys(globallyUnique))})`,
    broken: [
      "CREATE UNIQUE INDEX bad ON app.projects (name)",
      "CREATE UNIQUE INDEX bad ON app.projects (lower(name))",
      "CREATE UNIQUE INDEX bad ON app.companies (name)",
    ],
  },
  {
    rule: "every table has a primary key",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE ${isTable} AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)`,
    broken: ["CREATE TABLE auth.bad (id uuid)"],
  },
  {
    rule: "an append-only table refuses UPDATE, DELETE and TRUNCATE by triggers that are on",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE c.oid = ANY (ARRAY[${quoted(appendOnly)}]::regclass[])
      AND NOT (${stops(2 + 1 + 8 + 16)} AND ${stops(2 + 32)})`,
    broken: [
      "DROP TRIGGER append_only ON app.evidence",
      "DROP TRIGGER append_only_truncate ON app.evidence",
      "ALTER TABLE app.evidence DISABLE TRIGGER append_only",
      "ALTER TABLE app.evidence ENABLE REPLICA TRIGGER append_only",
      `CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON app.evidence
        FOR EACH ROW WHEN (false) EXECUTE FUNCTION app.refuse_change()`,
    ],
  },
  {
    rule: "a table with an append-only trigger is on the list of promises",
    offenders: `SELECT c.oid::regclass FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
      WHERE t.tgfoid = 'app.refuse_change()'::regprocedure AND c.oid::regclass::text NOT IN (${quoted([...appendOnly, ...neverDeleted])})`,
    broken: ["SELECT app.append_only('app.projects')"],
  },
  {
    // app.erase_company deletes as app_definer, and the trigger lets it only where the company itself was deleted.
    rule: "nobody but the owner may change rows of an append-only table, or delete them beside app.erase_company",
    offenders: `SELECT format('%s to %s', c.oid::regclass, a.grantee::regrole) FROM pg_class c, LATERAL (
        SELECT *, NULL AS attname FROM aclexplode(c.relacl) UNION ALL
        SELECT x.*, t.attname FROM pg_attribute t, aclexplode(t.attacl) x WHERE t.attrelid = c.oid) a
      WHERE c.oid::regclass::text IN (${quoted(appendOnly)}) AND a.grantee <> c.relowner
        AND a.privilege_type NOT IN ('SELECT', 'INSERT')
        AND NOT (a.privilege_type = 'DELETE' AND a.grantee = 'app_definer'::regrole)
        AND NOT (a.privilege_type = 'UPDATE' AND a.grantee = 'app_definer'::regrole
          AND format('%s.%s', c.oid::regclass, a.attname) IN (${quoted(
            Object.entries(changeable).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
          )}))`,
    broken: [
      "GRANT DELETE ON app.evidence TO app_worker",
      "GRANT TRUNCATE ON app.evidence TO app_definer",
      "GRANT UPDATE (name) ON app.evidence TO app_user",
      "GRANT UPDATE (source) ON app.evidence TO app_definer",
      "GRANT UPDATE (matter_id) ON app.evidence TO app_user",
    ],
  },
  {
    rule: "a view asks with the rights of whoever looks, and there is no materialized one",
    offenders: `SELECT c.oid::regclass FROM pg_class c WHERE (${ours} OR c.relnamespace = 'public'::regnamespace) AND (c.relkind = 'm'
      OR c.relkind = 'v' AND NOT coalesce(c.reloptions @> '{security_invoker=true}', false))`,
    broken: [
      "CREATE VIEW app.bad AS SELECT * FROM app.evidence",
      "CREATE VIEW app.bad WITH (security_invoker = false) AS SELECT * FROM app.evidence",
      "CREATE MATERIALIZED VIEW app.bad AS SELECT * FROM app.evidence",
    ],
  },
];
