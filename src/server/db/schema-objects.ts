import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Queryable } from "./schema-state.ts";

const folder = path.resolve(import.meta.dirname, "../../../db");

/** Every schema, table and function of ours by name, as in `table app.evidence`, with a hash of all that it is. */
export type SchemaObjects = Readonly<Record<string, string>>;

/**
 * Reads what a database consists of: columns, constraints, unique indexes, policies, our triggers, bodies of functions, owners, and what
 * our roles and everybody may do. The same on PostgreSQL 15 to 18; undefined on a newer one, which may word things differently. Other
 * indexes, roles and schemas are the operator's own. Any role may ask, within a transaction.
 */
export async function readSchemaObjects(client: Queryable): Promise<SchemaObjects | undefined> {
  // With nothing on the path every name is written in full.
  const { rows: before } = await client.query<{ path: string; version: number }>(
    `SELECT current_setting('search_path') AS path, current_setting('server_version_num')::integer AS version,
      set_config('search_path', 'pg_catalog', true)`,
  );
  const [{ path: searchPath, version }] = before as [(typeof before)[0]];
  if (version >= UNTRIED) return undefined;
  const { rows } = await client.query<{ name: string; hash: string }>(question);
  await client.query("SELECT set_config('search_path', $1, true)", [searchPath]);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** PostgreSQL of which nobody has compared what it writes. */
const UNTRIED = 190_000;

/** One hash of all of them. */
export function fingerprintOf(objects: SchemaObjects): string {
  const lines = Object.entries(objects).map(([name, hash]) => `${name} ${hash}\n`);
  return createHash("sha256").update(lines.toSorted().join("")).digest("hex");
}

/** What this build's migrations make, as `npm run schema` wrote it down. */
export async function builtSchemaObjects(): Promise<SchemaObjects> {
  return JSON.parse(await readFile(path.join(folder, "schema-objects.json"), "utf8")) as SchemaObjects;
}

/** Fingerprints of the released versions that kept no hashes of their migrations, by their last one. */
export async function releasedSchemas(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(path.join(folder, "released-schemas.json"), "utf8")) as Record<string, string>;
}

const SHOWN = 3;

/** How a database differs from what it should be, in the words of a sentence; undefined where it does not. */
export function differenceOf(expected: SchemaObjects, found: SchemaObjects): string | undefined {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  const differing = names.flatMap((name) => {
    if (expected[name] === found[name]) return [];
    if (found[name] === undefined) return [`${name} is missing`];
    return [expected[name] === undefined ? `${name} is not Exhibit's` : `${name} was changed`];
  });
  if (differing.length === 0) return undefined;
  const more = differing.length - SHOWN;
  return `${differing.slice(0, SHOWN).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

const ours = "(SELECT oid FROM pg_namespace WHERE nspname IN ('app', 'auth', 'vault'))";
const owner = (column: string) => `${column}::regrole::text`;
/** An owner's own rights differ between versions of PostgreSQL, and follow from being the owner. */
const grants = (acl: string, of: string) => `
  (SELECT string_agg(concat_ws(' ', a.grantee_name, a.privilege_type, a.is_grantable), ',' ORDER BY a.grantee_name, a.privilege_type)
    FROM (SELECT CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END AS grantee_name, x.* FROM aclexplode(${acl}) x) a
    WHERE a.grantee <> ${of} AND (a.grantee_name = 'PUBLIC' OR a.grantee_name LIKE 'app\\_%'))`;
const lines = (text: string, from: string) =>
  `(SELECT string_agg(line, chr(10) ORDER BY line) FROM (SELECT ${text} AS line FROM ${from}) l)`;

const columns = lines(
  `concat_ws(' ', lpad(row_number() OVER (ORDER BY a.attnum)::text, 4, '0'), a.attname, format_type(a.atttypid, a.atttypmod),
    a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), ${grants("a.attacl", "c.relowner")})`,
  `pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`,
);
const constraints = lines(
  "concat_ws(' ', o.conname, o.convalidated, pg_get_constraintdef(o.oid))",
  "pg_constraint o WHERE o.conrelid = c.oid AND o.contype IN ('p', 'u', 'x', 'c', 'f')",
);
const uniqueIndexes = lines(
  "pg_get_indexdef(i.indexrelid)",
  "pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid",
);
const policies = lines(
  `concat_ws(' ', p.polname, p.polcmd, p.polpermissive,
    (SELECT string_agg(CASE WHEN r = 0 THEN 'PUBLIC' ELSE r::regrole::text END, ',' ORDER BY r::regrole::text) FROM unnest(p.polroles) r),
    coalesce(pg_get_expr(p.polqual, p.polrelid), '-'), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-'))`,
  "pg_policy p WHERE p.polrelid = c.oid",
);
/** Without parentheses: PostgreSQL writes a comparison of rows with fewer, once it was dumped and loaded. */
const triggers = lines(
  "concat_ws(' ', t.tgenabled, translate(pg_get_triggerdef(t.oid), '()', ''))",
  `pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
    WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND f.pronamespace IN ${ours}`,
);
/** Rules of tables rewrite what is sent to them; ours have none. */
const rules = `(SELECT string_agg(pg_get_ruledef(w.oid), chr(10) ORDER BY w.rulename) FROM pg_rewrite w
  WHERE w.ev_class = c.oid AND w.rulename <> '_RETURN')`;
const foreignKeysAreHeld = `(SELECT bool_and(t.tgenabled <> 'D') FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgisinternal)`;

const question = `
  WITH objects AS (
    SELECT 'schema ' || n.nspname AS name, concat_ws(chr(10), ${owner("n.nspowner")}, ${grants("n.nspacl", "n.nspowner")}) AS text
      FROM pg_namespace n WHERE n.oid IN ${ours}
    UNION ALL
    SELECT format('%s %I.%I', CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'relation' END,
        n.nspname, c.relname),
      concat_ws(chr(10), c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, ${owner("c.relowner")}, ${grants("c.relacl", "c.relowner")},
        ${columns}, ${constraints}, ${uniqueIndexes}, ${policies}, ${triggers}, ${rules}, ${foreignKeysAreHeld},
        CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relnamespace IN ${ours} AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    UNION ALL
    SELECT format('function %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
      concat_ws(chr(10), p.prokind, p.prosecdef, p.proleakproof, p.proisstrict, p.provolatile, p.proparallel, 
        (SELECT lanname FROM pg_language WHERE oid = p.prolang), pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
        array_to_string(p.proconfig, ','), ${owner("p.proowner")},
        ${grants("coalesce(p.proacl, acldefault('f', p.proowner))", "p.proowner")}, p.prosrc, pg_get_function_sqlbody(p.oid))
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.pronamespace IN ${ours})
  SELECT name, left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 16) AS hash FROM objects ORDER BY name COLLATE "C"`;
