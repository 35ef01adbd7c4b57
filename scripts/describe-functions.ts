import type { ClientBase } from "pg";

interface Described {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: string; readonly optional: boolean }[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly answers: string;
  readonly is_set: boolean;
}

/** How an argument is given to the driver, and what the driver gives back, by the name of the type in the database. */
const types: Readonly<Record<string, { readonly given: string; readonly back: string }>> = {
  boolean: { given: "boolean", back: "boolean" },
  bytea: { given: "Buffer", back: "Buffer" },
  bigint: { given: "number", back: "number" },
  date: { given: "string", back: "Date" },
  integer: { given: "number", back: "number" },
  // Written by the caller: the driver would take a list for an array of the database.
  jsonb: { given: "string", back: "unknown" },
  smallint: { given: "number", back: "number" },
  text: { given: "string", back: "string" },
  "timestamp with time zone": { given: "Date", back: "Date" },
  uuid: { given: "string", back: "string" },
};

/**
 * The functions of the schemas app and auth as TypeScript: what each takes and answers, from the catalogue alone. Triggers are left out,
 * and so is what takes or answers a table's row or name: only other functions call that. Throws for a type that it does not know.
 */
export async function describeFunctions(client: ClientBase): Promise<string> {
  const { rows } = await client.query<Described>(catalogue);
  return [
    "// Made by scripts/schema.ts from the functions of a migrated database; change db/migrations instead.",
    'import type { ArrayText } from "./array-literal.ts";\n',
    "/**",
    " * What each function of the database takes and answers. The catalogue says of no column that it is never NULL, and of a text no more",
    " * than that it is one: `function-facts.ts` and `function-words.ts` say more.",
    " */",
    "export interface Functions {",
    ...rows.map((row) => `  "${row.name}": { args: [${row.args.map(argument).join(", ")}]; ${answer(row)} };`),
    "}\n",
    "/** What comes back of a call: lines of columns or of one value each, or one of them. */",
    'export const answerKinds: Readonly<Record<keyof Functions, "rows" | "row" | "values" | "value">> = {',
    ...rows.map((row) => `  "${row.name}": "${kindOf(row)}",`),
    "};\n",
  ].join("\n");
}

/** Words that the language keeps: who names an argument so means the id of such a thing. */
const reserved = new Set(["default", "delete", "export", "function", "import", "new"]);

function argument({ name, type, optional }: Described["args"][number]): string {
  const label = name.replace(/^p_/, "").replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${label}${reserved.has(label) ? "Id" : ""}${optional ? "?" : ""}: ${typeOf(type, "given")} | null`;
}

function answer(described: Described): string {
  const kind = kindOf(described);
  if (described.columns.length === 0)
    return described.answers === "void" ? "value: void" : `${kind}: ${typeOf(described.answers, "back")} | null`;
  return `${kind}: { ${described.columns.map(({ name, type }) => `${name}: ${typeOf(type, "back")} | null`).join("; ")} }`;
}

function kindOf({ columns, is_set: isSet }: Described): "rows" | "row" | "values" | "value" {
  if (columns.length > 0) return isSet ? "rows" : "row";
  return isSet ? "values" : "value";
}

function typeOf(name: string, way: "given" | "back"): string {
  const kind = types[name.replace("[]", "")];
  if (!kind) throw new Error(`scripts/describe-functions.ts does not know the type ${name}`);
  if (!name.endsWith("[]")) return kind[way];
  // A NULL among many is given and comes back as one, which nothing in the catalogue excludes.
  return way === "given" ? `readonly (${kind.given} | null)[] | ArrayText` : `${kind.back}[]`;
}

const catalogue = `
  SELECT concat(n.nspname, '.', p.proname) AS name, p.proretset AS is_set, format_type(p.prorettype, NULL) AS answers,
    (SELECT coalesce(json_agg(json_build_object('name', coalesce(nullif(p.proargnames[i], ''), 'value'), 'type', format_type(t, NULL),
        'optional', i > p.pronargs - p.pronargdefaults) ORDER BY i), '[]')
      FROM unnest(p.proargtypes) WITH ORDINALITY AS x(t, i)) AS args,
    (SELECT coalesce(json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(t, NULL)) ORDER BY i), '[]')
      FROM unnest(p.proallargtypes, p.proargmodes) WITH ORDINALITY AS x(t, mode, i) WHERE mode IN ('o', 't')) AS columns
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname IN ('app', 'auth') AND p.prokind = 'f' AND p.prorettype <> 'trigger'::regtype
    AND NOT EXISTS (SELECT FROM unnest(p.prorettype || p.proargtypes::oid[] || coalesce(p.proallargtypes, '{}')) t
      JOIN pg_type y ON y.oid = t WHERE y.typtype = 'c' OR t = 'regclass'::regtype)
  ORDER BY 1`;
