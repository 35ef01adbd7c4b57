import type { ClientBase } from "pg";
import { appendOnly } from "../contracts/catalog/promises.ts";

/** One way to spoil the database. */
export interface Mutant {
  readonly name: string;
  readonly sql: string;
  /** The table whose cells show it first; a mutant without one may show anywhere. */
  readonly table?: string;
  /** The function whose calls show it first. */
  readonly door?: string;
}

type Ask = <T>(sql: string) => Promise<T[]>;

/** Every mutant of the database as it is: of its policies, tables, grants and functions. */
export async function mutants(client: ClientBase): Promise<Mutant[]> {
  const ask: Ask = async <T>(sql: string) => (await client.query(sql)).rows as T[];
  const kinds = [policyMutants, tableMutants, grantMutants, columnMutants, functionMutants, functionGrantMutants];
  const all: Mutant[] = [];
  for (const kind of kinds) all.push(...(await kind(ask)));
  return all;
}

interface Policy {
  readonly name: string;
  readonly table: string;
  readonly using: string | null;
  readonly check: string | null;
}

async function policyMutants(ask: Ask): Promise<Mutant[]> {
  const policies = await ask<Policy>(`
    SELECT polname AS name, polrelid::regclass::text AS table, pg_get_expr(polqual, polrelid) AS using,
      pg_get_expr(polwithcheck, polrelid) AS check FROM pg_policy ORDER BY 2, 1`);
  return policies.flatMap(({ name, table, using, check }) => {
    const on = `${name} ON ${table}`;
    const parts = Object.entries({ USING: using, "WITH CHECK": check });
    const weaker = parts.flatMap(([part, text]) =>
      weaken(text, predicates).map((instead) => mutant(table, `ALTER POLICY ${on} ${part} (${instead})`)),
    );
    return [mutant(table, `DROP POLICY ${on}`), mutant(table, `ALTER POLICY ${on} TO PUBLIC`), ...weaker].filter(
      // The wall is PUBLIC's already.
      ({ sql }) => !(name === "tenant_wall" && sql.endsWith("PUBLIC")),
    );
  });
}

function mutant(table: string, sql: string): Mutant {
  return { name: sql, sql, table };
}

type Weakening = readonly [RegExp, string];

/** In the words of pg_get_expr: the whole, each role that is asked for, each comparison with the caller. */
const predicates: readonly Weakening[] = [
  [/^(?!true$).*$/gs, "true"],
  [/\( SELECT app\.my_role\(\) AS my_role\) = ANY \(ARRAY\[[^\]]*\]\)/g, "true"],
  [/(?<=ARRAY\[)(?=[^\]]*'member')/g, "'viewer', "],
  [/(?<=ARRAY\[)(?![^\]]*'member')/g, "'member', "],
  [/\w+ = \( SELECT app\.uid\(\) AS uid\)/g, "true"],
  [/\(\w+ = ANY \(\( SELECT app\.\w+\(\) AS \w+\)(::uuid\[\])?\)\)/g, "true"],
];

/** The text with one occurrence of one pattern replaced, for each occurrence of each. */
function weaken(text: string | null, weakenings: readonly Weakening[]): string[] {
  if (text === null) return [];
  const results = weakenings.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      return text.slice(0, index) + instead + text.slice(index + found.length);
    }),
  );
  return [...new Set(results)].filter((result) => result !== text);
}

async function tableMutants(ask: Ask): Promise<Mutant[]> {
  const tables = await ask<{ name: string }>(`SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace IN ('app'::regnamespace, 'auth'::regnamespace) AND c.relkind IN ('r', 'p') ORDER BY 1`);
  return tables.flatMap(({ name }) => {
    const spoil = [`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`, `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`];
    const triggers = appendOnly.includes(name) ? ["append_only", "append_only_truncate"] : [];
    for (const trigger of triggers) {
      spoil.push(`DROP TRIGGER ${trigger} ON ${name}`, `ALTER TABLE ${name} DISABLE TRIGGER ${trigger}`);
    }
    return spoil.map((sql) => mutant(name, sql));
  });
}

const everyRoleAndTable = `pg_roles r, pg_class c WHERE r.rolname IN ('app_user', 'app_auditor', 'app_staff', 'app_auth', 'app_worker', 'app_backup')
  AND c.relnamespace IN ('app'::regnamespace, 'auth'::regnamespace) AND c.relkind IN ('r', 'p')`;

/** Each verb that a role does not have on a table at all. */
async function grantMutants(ask: Ask): Promise<Mutant[]> {
  const missing = await ask<{ table: string; sql: string }>(`
    SELECT c.oid::regclass::text AS table, format('GRANT %s ON %s TO %s', verb, c.oid::regclass, r.rolname) AS sql
    FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) verb, ${everyRoleAndTable}
      AND NOT has_table_privilege(r.rolname, c.oid, verb)
      AND (verb IN ('DELETE', 'TRUNCATE') OR NOT has_any_column_privilege(r.rolname, c.oid, verb)) ORDER BY 1, 2`);
  return missing.map(({ table, sql }) => mutant(table, sql));
}

/** Each column that a role does not have of a verb that it has on others. */
async function columnMutants(ask: Ask): Promise<Mutant[]> {
  const missing = await ask<{ table: string; sql: string }>(`
    SELECT c.oid::regclass::text AS table, format('GRANT %s (%s) ON %s TO %s', verb, a.attname, c.oid::regclass, r.rolname) AS sql
    FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) verb, pg_attribute a, ${everyRoleAndTable}
      AND a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND has_any_column_privilege(r.rolname, c.oid, verb)
      AND NOT has_column_privilege(r.rolname, c.oid, a.attnum, verb) ORDER BY 1, 2`);
  return missing.map(({ table, sql }) => mutant(table, sql));
}

/** In the words of the migrations: each check that refuses, and each comparison that keeps companies apart. */
const conditions: readonly Weakening[] = [
  [/(?<=\bIF )(?=[^;]*? THEN\s+RAISE)(?:(?!\bIF\b|\bTHEN\b)[\s\S])*(?= THEN\s+RAISE)/g, "false"],
  [/(?<=\bIF [^;]*?)\S+ IS NULL OR (?=[^;]*? THEN\s+RAISE)/g, ""],
  [/\b\w+\.?\w* = nullif\(current_setting\('app\.\w+', true\), ''\)::uuid/g, "true"],
  [/\b\w+\.?\w* = (?:v_head\.company|p_company|app\.tenant\(\))(?!\w)/g, "true"],
  [/\b(?:\w+\.)?status = 'active'/g, "true"],
  [/(?:NOT \w+\.second_factor_required OR )?current_setting\('app\.second_factor', true\) = 'on'/g, "true"],
];

interface Routine {
  readonly signature: string;
  readonly definition: string;
  readonly body: string;
  readonly definer: boolean;
}

async function functionMutants(ask: Ask): Promise<Mutant[]> {
  const routines = await ask<Routine>(`
    SELECT p.oid::regprocedure::text AS signature, pg_get_functiondef(p.oid) AS definition, p.prosrc AS body,
      p.prosecdef AS definer FROM pg_proc p WHERE p.pronamespace IN ('app'::regnamespace, 'auth'::regnamespace) ORDER BY 1`);
  return routines.flatMap(({ signature, definition, body, definer }) => {
    const short = signature.replace(/\(.*/, "");
    const weaker = weaken(body, conditions).map((instead) => ({
      name: `${short} with ${difference(body, instead)}`,
      sql: definition.replace(body, () => instead),
      door: short,
    }));
    if (!definer) return weaker;
    const spoil = ["RESET search_path", "SECURITY INVOKER", "OWNER TO app_owner"].map((change) => ({
      name: `ALTER FUNCTION ${short} ${change}`,
      sql: `ALTER FUNCTION ${signature} ${change}`,
      door: short,
    }));
    return [...spoil, ...weaker];
  });
}

/** What was replaced by what, and on which line, for the report. */
function difference(before: string, after: string): string {
  let start = 0;
  while (before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const text = (whole: string) => whole.slice(start, Math.max(start, whole.length - end)).replaceAll(/\s+/g, " ");
  return `"${text(before)}" made "${text(after)}" in line ${before.slice(0, start).split("\n").length}`;
}

async function functionGrantMutants(ask: Ask): Promise<Mutant[]> {
  const missing = await ask<{ name: string; sql: string; door: string }>(`
    SELECT format('GRANT EXECUTE ON %s.%s TO %s', n.nspname, p.proname, grantee) AS name, n.nspname || '.' || p.proname AS door,
      format('GRANT EXECUTE ON FUNCTION %s TO %s', p.oid::regprocedure, grantee) AS sql
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace,
      unnest(ARRAY['PUBLIC', 'app_user', 'app_auditor', 'app_staff', 'app_auth', 'app_worker', 'app_backup']) grantee
    WHERE n.nspname IN ('app', 'auth') AND p.prorettype <> 'trigger'::regtype
      AND (grantee = 'PUBLIC' OR NOT has_function_privilege(grantee, p.oid, 'EXECUTE')) ORDER BY 1`);
  return missing;
}
