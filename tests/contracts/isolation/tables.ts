import type { ClientBase } from "pg";

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly hasDefault: boolean;
  /** One of the words that a CHECK allows, when it lists them. */
  readonly word: string | null;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

/** A table of ours. `key` is the column that says whose a row is: a company's, a person's, or nobody's. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly rowsBelongTo: "a company" | "a person" | "nobody";
  readonly key: string | undefined;
}

interface CatalogRow extends Pick<Table, "name" | "columns" | "foreignKeys"> {
  readonly walled: boolean;
}

const personal: Readonly<Record<string, string>> = {
  "app.profiles": "id",
  "app.platform_admins": "id",
  "auth.users": "id",
};

/** Rows that belong to nobody. Whoever adds a table here has thought about who may read all of it. */
const nobodys = [
  "app.storage_locations",
  "app.plans",
  "app.registers",
  "app.register_fields",
  "app.limits",
  "app.owner_limits",
  "app.instance_keys",
  "app.wrapping_keys",
  "app.judges",
  "app.sealing_keys",
  "app.outbox",
  "app.rate_limits",
  "app.access_requests",
  "app.contact_messages",
  "app.spent_challenges",
  "app.feature_flags",
  "app.operator_acts",
  "app.sign_up_invitations",
  "app.request_answers",
  "app.processes",
  "app.backups",
  "app.operator_notices",
  "app.scrub",
  "app.store_identities",
  "auth.one_time_links",
  "auth.link_requests",
];

/**
 * Every table of the schemas app and auth, by name. Throws when row-level security is not both on and forced, or
 * when it is not clear whose the rows of a table are.
 */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<CatalogRow>(catalogQuery);
  return rows.map(({ walled, ...table }) => {
    if (!walled) throw new Error(`${table.name} lacks ENABLE or FORCE ROW LEVEL SECURITY`);
    return { ...table, ...whose(table) };
  });
}

function whose({ name, columns }: CatalogRow | Omit<CatalogRow, "walled">): Pick<Table, "rowsBelongTo" | "key"> {
  const has = (column: string) => columns.some((each) => each.name === column);
  if (has("company_id")) return { rowsBelongTo: "a company", key: "company_id" };
  if (name === "app.companies") return { rowsBelongTo: "a company", key: "id" };
  if (personal[name]) return { rowsBelongTo: "a person", key: personal[name] };
  if (has("user_id")) return { rowsBelongTo: "a person", key: "user_id" };
  if (nobodys.includes(name)) return { rowsBelongTo: "nobody", key: undefined };
  throw new Error(
    `${name} has neither company_id nor user_id: say in tests/contracts/isolation/tables.ts whose its rows are`,
  );
}

const catalogQuery = `
  SELECT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS walled,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'optional', NOT a.attnotnull, 'hasDefault', a.atthasdef,
        'word', (SELECT (regexp_match(pg_get_constraintdef(k.oid), '= (?:ANY \\(ARRAY\\[)?''([^'']+)'''))[1]
          FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] LIMIT 1))
        ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT coalesce(json_agg(json_build_object('columns', names(k.conrelid, k.conkey),
        'target', k.confrelid::regclass::text, 'targetColumns', names(k.confrelid, k.confkey)) ORDER BY k.conname), '[]')
      FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f') AS "foreignKeys"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('app', 'auth') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY 1`.replaceAll(
  /names\(([\w.]+), ([\w.]+)\)/g,
  (_, table, numbers) => `(SELECT json_agg(a.attname ORDER BY u.position)
    FROM unnest(${numbers}) WITH ORDINALITY u (number, position)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = u.number)`,
);
