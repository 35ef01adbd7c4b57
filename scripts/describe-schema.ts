import type { ClientBase } from "pg";

/**
 * The schemas app and auth as SQL that a reviewer reads, in an order that only a real change alters: tables with all
 * that hangs on them, then functions, then the roles. Throws on a kind of object that it would leave out.
 */
export async function describeSchema(client: ClientBase): Promise<string> {
  const ask = async (sql: string) => (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
  const forgotten = await ask(unknownKinds);
  if (forgotten.length > 0)
    throw new Error(`scripts/describe-schema.ts does not know how to write ${forgotten.join(", ")}`);
  const sections: string[] = [heading, (await ask(schemas)).join("\n")];
  for (const table of await ask(tables)) {
    const parts: string[] = [];
    for (const part of partsOfTable) parts.push(...(await ask(part.replaceAll("$table", `'${table}'::regclass`))));
    sections.push(parts.join("\n"));
  }
  sections.push(...(await ask(functions)), (await ask(roles)).join("\n"));
  return `${sections.join("\n\n")}\n`;
}

const heading =
  "-- The database as the migrations leave it, for reading. Made by scripts/schema.ts; change db/migrations instead.";
const ours = "('app'::regnamespace, 'auth'::regnamespace)";
const isOurs = `relnamespace IN ${ours}`;
// Grants as GRANT statements, the verbs of one grantee together.
const grantees = "CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END";
const granted = "string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type)";

const unknownKinds = `
  SELECT oid::regclass::text AS text FROM pg_class WHERE ${isOurs} AND (relkind NOT IN ('r', 'i') OR relispartition)
  UNION ALL SELECT oid::regtype::text FROM pg_type WHERE typnamespace IN ${ours} AND typtype NOT IN ('c', 'b')
  UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace IN ${ours} AND prokind <> 'f' ORDER BY 1`;

const schemas = `
  SELECT text FROM (
    SELECT 1 AS rank, format('CREATE SCHEMA %I AUTHORIZATION %s;', nspname, nspowner::regrole) AS text
    FROM pg_namespace WHERE oid IN ${ours}
    UNION ALL SELECT 2, format('GRANT %s ON SCHEMA %I TO %s;', ${granted}, n.nspname, ${grantees})
    FROM pg_namespace n, aclexplode(n.nspacl) a WHERE n.oid IN ${ours} AND a.grantee <> n.nspowner GROUP BY n.nspname, a.grantee
    UNION ALL SELECT 3, format('-- by default %s%s of %s: %s', CASE d.defaclobjtype WHEN 'r' THEN 'tables' WHEN 'f' THEN 'functions'
      ELSE d.defaclobjtype::text END, ' in ' || nullif(d.defaclnamespace, 0)::regnamespace, d.defaclrole::regrole, d.defaclacl)
    FROM pg_default_acl d) x ORDER BY rank, text`;

const tables = `SELECT oid::regclass::text AS text FROM pg_class WHERE ${isOurs} AND relkind = 'r' ORDER BY 1`;

/** One after the other, they write a table: columns and constraints, indexes, policies, triggers, grants. */
const partsOfTable: readonly string[] = [
  `SELECT format(E'CREATE %sTABLE %s (\\n%s\\n);', CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END, c.oid::regclass,
      (SELECT string_agg('  ' || line, E',\\n' ORDER BY rank, number, line) FROM (
        SELECT 1 AS rank, a.attnum AS number, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attnotnull THEN 'NOT NULL' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        UNION ALL SELECT 2, position(contype IN 'puxcf'), format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('p', 'u', 'x', 'c', 'f')) x)) AS text
    FROM pg_class c WHERE c.oid = $table`,
  `SELECT pg_get_indexdef(indexrelid) || ';' AS text FROM pg_index i
    WHERE indrelid = $table AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))
    ORDER BY 1`,
  `SELECT format('ALTER TABLE %s OWNER TO %s%s%s;', oid::regclass, relowner::regrole,
      CASE WHEN relrowsecurity THEN ', ENABLE ROW LEVEL SECURITY' END,
      CASE WHEN relforcerowsecurity THEN ', FORCE ROW LEVEL SECURITY' END) AS text FROM pg_class WHERE oid = $table`,
  `SELECT concat(format('CREATE POLICY %I ON %s%s FOR %s TO %s', polname, polrelid::regclass,
      CASE WHEN NOT polpermissive THEN ' AS RESTRICTIVE' END,
      CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
      (SELECT string_agg(CASE WHEN r = 0 THEN 'PUBLIC' ELSE r::regrole::text END, ', ' ORDER BY 1) FROM unnest(polroles) r)),
      E'\\n  USING (' || pg_get_expr(polqual, polrelid) || ')',
      E'\\n  WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')', ';') AS text
    FROM pg_policy WHERE polrelid = $table ORDER BY polname`,
  `SELECT pg_get_triggerdef(oid) || ';' AS text FROM pg_trigger WHERE tgrelid = $table AND NOT tgisinternal ORDER BY tgname`,
  `SELECT format('GRANT %s ON %s TO %s;', ${granted}, c.oid::regclass, ${grantees}) AS text
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = $table AND a.grantee <> c.relowner
    GROUP BY c.oid, a.grantee ORDER BY a.grantee::regrole::text`,
  `SELECT format('GRANT %s (%s) ON %s TO %s;', a.privilege_type, string_agg(t.attname, ', ' ORDER BY t.attnum), t.attrelid::regclass,
      ${grantees}) AS text
    FROM pg_attribute t, aclexplode(t.attacl) a WHERE t.attrelid = $table GROUP BY t.attrelid, a.grantee, a.privilege_type ORDER BY 1`,
];

const functions = `
  SELECT concat(rtrim(pg_get_functiondef(p.oid), E'\\n'), E';\\n',
    format('ALTER FUNCTION %I.%I OWNER TO %s;', n.nspname, p.proname, p.proowner::regrole),
    (SELECT format(E'\\nGRANT EXECUTE ON FUNCTION %I.%I TO %s;', n.nspname, p.proname,
        string_agg(${grantees}, ', ' ORDER BY ${grantees}))
      FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      WHERE a.grantee <> p.proowner HAVING count(*) > 0)) AS text
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.pronamespace IN ${ours}
  ORDER BY n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`;

const roles = `
  SELECT format('CREATE ROLE %s %s;', rolname, concat_ws(' ', CASE WHEN rolcanlogin THEN 'LOGIN' ELSE 'NOLOGIN' END,
    CASE WHEN NOT rolinherit THEN 'NOINHERIT' END, CASE WHEN rolbypassrls THEN 'BYPASSRLS' END,
    CASE WHEN rolsuper THEN 'SUPERUSER' END)) AS text
  FROM pg_roles WHERE rolname LIKE 'app\\_%' ORDER BY 1`;
